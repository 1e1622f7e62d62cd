export type SlackClock = { now(): number }

/** Message timestamps are ids too: each is later than the one before, whatever the clock does. */
export function createTimestamps(clock: SlackClock): () => string {
  let lastMicros = 0
  return () => {
    lastMicros = Math.max(lastMicros + 1, Math.floor(clock.now() * 1000))
    return toTimestamp(lastMicros)
  }
}

function toTimestamp(micros: number): string {
  return `${Math.floor(micros / 1_000_000)}.${String(micros % 1_000_000).padStart(6, '0')}`
}
