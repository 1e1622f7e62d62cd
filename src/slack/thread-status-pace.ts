import { createAllowance } from '../http/allowance.ts'

export type ThreadStatusPace = ReturnType<typeof createThreadStatusPace>

type Deps = { now: () => number; log: { warn(facts: object, words: string): void } }

const APART_MS = 1_000
const REFUSED_FOR_MS = 3_600_000

/** What all calls of this process about the status of threads share: they are cosmetic, and wait for everything else. */
export function createThreadStatusPace({ now, log }: Deps) {
  const allowance = createAllowance(() => APART_MS, now)
  let closedUntilMs = 0
  let isRefused = false

  function close(forMs: number): void {
    closedUntilMs = Math.max(closedUntilMs, now() + forMs)
  }

  return {
    close,
    closedForMs: () => Math.max(closedUntilMs - now(), 0),
    /** Takes the next turn if it has come; otherwise says how long it is until then. */
    takeTurn(): number {
      if (allowance.room() < 1) return Math.max(allowance.nextAtMs() - now(), 1)
      allowance.count(1)
      return 0
    },
    /** Slack does not let the bot do this anywhere. The operator is told once. */
    refused(code: string): void {
      close(REFUSED_FOR_MS)
      if (!isRefused)
        log.warn(
          { code },
          'Slack does not let the bot show in threads that the agent is working: check that the app has the scope chat:write, or set SLACK_THREAD_STATUS=off'
        )
      isRefused = true
    }
  }
}
