import { SLACK_WAITS_MS } from './blocks.ts'

const LOOK_EVERY_MS = 1_500
// Requests that piled up meanwhile come in over several turns.
const COMING_IN_MS = 1_000

export type PauseWatch = Disposable & {
  /** Whether a request that comes in now may have waited longer than Slack waits for an answer. */
  mayBeLate(): boolean
}

/** Notices that the process did not run for a while: it was suspended, or too busy to look. */
export function createPauseWatch(monotonicMs: () => number): PauseWatch {
  let lookedAtMs = monotonicMs()
  let lateUntilMs = lookedAtMs
  const look = () => {
    const nowMs = monotonicMs()
    if (nowMs - lookedAtMs > SLACK_WAITS_MS) lateUntilMs = nowMs + COMING_IN_MS
    lookedAtMs = nowMs
    return nowMs
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  return {
    mayBeLate: () => look() < lateUntilMs,
    [Symbol.dispose]: () => clearInterval(timer)
  }
}
