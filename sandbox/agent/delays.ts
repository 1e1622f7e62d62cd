import type { ServerResponse } from 'node:http'

export type Delays = ReturnType<typeof createDelays>

/** Answers that are held back. `release` lets all of them finish at once. */
export function createDelays() {
  const held = new Set<() => void>()

  const start = (response: ServerResponse, delayMs: number, act: () => void): void => {
    const run = (): void => {
      drop()
      act()
    }
    const timer = setTimeout(run, delayMs)
    const drop = (): void => {
      clearTimeout(timer)
      held.delete(run)
    }
    held.add(run)
    response.once('close', drop)
  }

  return {
    start,
    count: (): number => held.size,

    /** One byte at a time, so that a caller that only limits the silence between bytes never times out. */
    drip(response: ServerResponse, delayMs: number, body: string): void {
      const bytes = Buffer.from(body)
      let sent = 0
      const dripOne = (): void => {
        if (sent >= bytes.length - 1) return
        response.write(bytes.subarray(sent, sent + 1))
        sent += 1
      }
      const timer = setInterval(dripOne, Math.max(1, delayMs / Math.max(1, bytes.length)))
      response.once('close', () => clearInterval(timer))
      start(response, delayMs, () => {
        clearInterval(timer)
        response.end(bytes.subarray(sent))
      })
    },

    release(): void {
      for (const run of [...held]) run()
    }
  }
}
