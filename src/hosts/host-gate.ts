import { type Allowance, createAllowance } from '../http/allowance.ts'
import { backoffMs } from '../http/backoff.ts'

/** What a host said is left of the requests it allows, and when there will be more. */
export type HostBudget = { left: number; limit: number; renewedAtMs: number }

export type HostGateDeps = {
  /** As the log names the host. */
  name: string
  /** How many requests a look can take. */
  requestsALook: number
  now: () => number
  random: () => number
  log: { info(facts: object, words: string): void; warn(facts: object, words: string): void }
}

/** A tenth is never used: others may have the same token. */
const RESERVE = 0.1
const LEAST_APART_MS = 250
/** Until then, the next trouble is more of the same. */
const WELL_AFTER_MS = 5 * 60_000

/** What all looks at one host share: when it may be asked again, and how fast. Its troubles are logged once, not with every look. */
export function createHostGate({ name, requestsALook, now, random, log }: HostGateDeps) {
  let budget: HostBudget | undefined
  let shutUntilMs = 0
  let troublesInARow = 0
  let troubledAtMs = 0

  const looksLeft = ({ left, limit }: HostBudget) => (left - limit * RESERVE) / requestsALook

  /** Until when nobody may ask. */
  function closedUntilMs(): number {
    return Math.max(shutUntilMs, budget && looksLeft(budget) < 1 ? budget.renewedAtMs : 0)
  }

  /** The looks until there will be more are spread over that time. */
  function apartMs(): number {
    const wishedMs = budget ? (budget.renewedAtMs - now()) / Math.max(looksLeft(budget), 1) : 0
    return Math.max(wishedMs, LEAST_APART_MS)
  }

  const pace = createAllowance(apartMs, now)
  const allowance: Allowance = {
    room: () => (closedUntilMs() > now() ? 0 : pace.room()),
    count: pace.count,
    nextAtMs: () => Math.max(closedUntilMs(), pace.nextAtMs())
  }

  return {
    allowance,
    /** How long nobody may ask, if that is so. */
    closedForMs: () => Math.max(closedUntilMs() - now(), 0),
    /** It cannot say anything about any pull request: nobody asks again for `forMs`, or for longer each time. */
    shut(why: string, forMs = backoffMs(troublesInARow, random())): { kind: 'away'; forMs: number } {
      if (troublesInARow === 0)
        log.warn({ host: name, why }, 'Pull requests cannot be looked at; their results stay as they are')
      // What was asked at the same time fails for the same reason.
      if (shutUntilMs <= now()) troublesInARow += 1
      troubledAtMs = now()
      shutUntilMs = Math.max(shutUntilMs, now() + forMs)
      return { kind: 'away', forMs }
    },
    answered(): void {
      if (troublesInARow === 0 || now() - troubledAtMs < WELL_AFTER_MS) return
      troublesInARow = 0
      log.info({ host: name }, 'Pull requests can be looked at again')
    },
    setBudget(told: HostBudget): void {
      budget = told
    }
  }
}
