/** A clock that stands still until it is told to move. */
export function createStillClock(startMs = Date.UTC(2026, 0, 5, 9)) {
  let nowMs = startMs
  return {
    now: () => nowMs,
    advance(ms: number): void {
      nowMs += ms
    }
  }
}
