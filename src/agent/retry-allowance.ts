/** Says whether one more try may be made. Retries of a service in trouble must stay a small part of what it gets. */
export type RetryAllowance = { countCall(): void; takeRetry(): boolean }

const EARNED_BY_A_CALL = 0.1
const MOST_SAVED = 10

/** Every call earns a tenth of a retry; what is not used is saved up to ten. A new process starts with that. */
export function createRetryAllowance(): RetryAllowance {
  let saved = MOST_SAVED
  return {
    countCall() {
      saved = Math.min(saved + EARNED_BY_A_CALL, MOST_SAVED)
    },
    takeRetry() {
      if (saved < 1) return false
      saved -= 1
      return true
    }
  }
}
