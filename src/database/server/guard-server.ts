import { setTimeout as sleep } from 'node:timers/promises'
import { errorWords } from '../../errors.ts'
import type { Look } from './find-server.ts'

const LOOK_EVERY_MS = 2_000
const END_WITHIN_MS = 5_000

export type ServerGuard = {
  stop(): Promise<void>
}

/** Each problem is reported once while it lasts, and its end once. */
export type ServerNews = { onDown(error: unknown): void; onUp(): void }

type Guarded = {
  look(): Promise<Look>
  relaunch(signal: AbortSignal): Promise<void>
  news: ServerNews
  lookEveryMs?: number
}

/**
 * Restarts the server when it is gone: killed, or out of memory. It must come back at the same address, where every pool of this
 * process looks for it. The guard retries for as long as it takes: on a full disk, until there is room.
 */
export function guardServer({ look, relaunch, news, lookEveryMs = LOOK_EVERY_MS }: Guarded): ServerGuard {
  const stopping = new AbortController()
  let told: string | undefined
  const guarding = guard()

  async function guard(): Promise<void> {
    let before: Look['kind'] = 'up'
    while (await pause(lookEveryMs, stopping.signal)) {
      const seen = await look()
      if (stopping.signal.aborted) return
      if (seen.kind === 'gone') await relaunch(stopping.signal).then(() => report(undefined), report)
      // Seen only once, it may be a server in the middle of shutting down.
      else if (seen.kind === 'strange' && before === 'strange') report(new ServerDisplaced(seen.error))
      else if (seen.kind === 'up') report(undefined)
      before = seen.kind
    }
  }

  function report(error: unknown): void {
    if (stopping.signal.aborted) return
    const before = told
    told = error === undefined ? undefined : subjectOf(error)
    if (told === before) return
    if (told === undefined) news.onUp()
    else news.onDown(error)
  }

  return {
    stop() {
      stopping.abort()
      // A start that hangs must not keep the process from exiting.
      return Promise.race([guarding, sleep(END_WITHIN_MS, undefined, { ref: false })])
    }
  }
}

/** At the server's address nothing answers, or something else does. */
export class ServerDisplaced extends Error {
  override name = 'ServerDisplaced'

  constructor(cause: unknown) {
    super(errorWords(cause), { cause })
  }
}

/** The reason why a server does not start can change. The times and process ids in its words change every time. */
const subjectOf = (error: unknown): string =>
  error instanceof ServerDisplaced ? error.name : errorWords(error).replaceAll(/\d+/g, '')

/** False when it is time to stop. */
const pause = (ms: number, signal: AbortSignal): Promise<boolean> =>
  sleep(ms, true, { signal, ref: false }).catch(() => false)
