/** Says whether one more retry is allowed. Retries must stay a small part of what a service in trouble gets. */
export type RetryAllowance = { countCall(): void; takeRetry(): boolean }

const EARNED_BY_A_CALL = 0.1
const MOST_SAVED = 10

/** Every call earns a tenth of a retry; up to ten unused ones are saved. A new process starts with ten. */
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
