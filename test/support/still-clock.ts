/** A clock that only moves when told to. */
export function createStillClock(startMs = Date.UTC(2026, 0, 5, 9)) {
  let nowMs = startMs
  return {
    now: () => nowMs,
    advance(ms: number): void {
      nowMs += ms
    }
  }
}
