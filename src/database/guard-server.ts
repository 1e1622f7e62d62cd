import { setTimeout as sleep } from 'node:timers/promises'
import { errorWords } from '../errors.ts'
import type { Look } from './find-server.ts'

const LOOK_EVERY_MS = 2_000
const END_WITHIN_MS = 5_000

export type ServerGuard = {
  /** True from the report of some trouble until the server is seen again. */
  isDown(): boolean
  stop(): Promise<void>
}

type Guarded = {
  look(): Promise<Look>
  relaunch(signal: AbortSignal): Promise<void>
  onDown(error: unknown): void
}

/**
 * Has the server started again when it is gone: killed, or out of memory. It must come back at the same address, where every pool
 * of this process looks for it. It is tried for as long as it takes: on a full disk, until there is room. Where something else has
 * taken the server's place, that is said for as long as it stays.
 */
export function guardServer({ look, relaunch, onDown }: Guarded): ServerGuard {
  const stopping = new AbortController()
  let isDown = false
  const guarding = guard()

  async function guard(): Promise<void> {
    let before: Look['kind'] = 'up'
    while (await pause(stopping.signal)) {
      const seen = await look()
      if (seen.kind === 'gone') await relaunch(stopping.signal).then(() => report(undefined), report)
      // Once can be a server in the middle of its end.
      else if (seen.kind === 'strange' && before === 'strange') report(new ServerDisplaced(seen.error))
      else if (seen.kind === 'up') report(undefined)
      before = seen.kind
    }
  }

  function report(error: unknown): void {
    if (stopping.signal.aborted) return
    isDown = error !== undefined
    if (isDown) onDown(error)
  }

  return {
    isDown: () => isDown,
    stop() {
      stopping.abort()
      // A start that hangs must not keep the process from ending.
      return Promise.race([guarding, sleep(END_WITHIN_MS, undefined, { ref: false })])
    }
  }
}

/** Where the server should answer, nobody does, or somebody else. */
export class ServerDisplaced extends Error {
  override name = 'ServerDisplaced'

  constructor(cause: unknown) {
    super(errorWords(cause), { cause })
  }
}

/** False when it is time to stop. */
const pause = (signal: AbortSignal): Promise<boolean> =>
  sleep(LOOK_EVERY_MS, true, { signal, ref: false }).catch(() => false)
