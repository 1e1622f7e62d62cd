import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_EVERY_MS = 2_000
const END_WITHIN_MS = 5_000

/**
 * Has the server on a loopback port started again when it is gone: killed, or out of memory. It must come back on the same port,
 * where every pool of this process looks for it. It is tried for as long as it takes: on a full disk, until there is room.
 */
export function guardServer(
  port: number,
  relaunch: (signal: AbortSignal) => Promise<void>,
  onFailure: (error: unknown) => void
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const guarding = guard()

  async function guard(): Promise<void> {
    while (await pause(stopping.signal)) {
      if (await isRefused(port)) await relaunch(stopping.signal).catch(reportUnlessStopping)
    }
  }

  function reportUnlessStopping(error: unknown): void {
    if (!stopping.signal.aborted) onFailure(error)
  }

  return {
    stop() {
      stopping.abort()
      // A start that hangs must not keep the process from ending.
      return Promise.race([guarding, sleep(END_WITHIN_MS, undefined, { ref: false })])
    }
  }
}

/** False when it is time to stop. */
const pause = (signal: AbortSignal): Promise<boolean> =>
  sleep(LOOK_EVERY_MS, true, { signal, ref: false }).catch(() => false)

/** Nobody listens. A process id would tell less: a killed server can stay in the process table for as long as the bot runs. */
function isRefused(port: number): Promise<boolean> {
  return new Promise(done => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => {
      socket.destroy()
      done(false)
    })
    socket.once('error', error => done('code' in error && error.code === 'ECONNREFUSED'))
  })
}
