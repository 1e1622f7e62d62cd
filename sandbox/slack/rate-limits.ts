import type { ApiMethod } from './api-method.ts'
import type { SlackClock } from './slack-clock.ts'

export type RateLimits = ReturnType<typeof createRateLimits>

/** A bucket for each method (and channel, where Slack counts so), refilled at the documented rate. */
export function createRateLimits(clock: SlackClock) {
  const buckets = new Map<string, { tokens: number; atMs: number }>()

  /** Takes one call; returns the seconds to wait when none is left. */
  return function takeCall(name: string, { perMinute, perChannel }: ApiMethod, channel: string): number | undefined {
    const size = perChannel?.burst ?? perMinute
    const key = perChannel ? `${name} ${channel}` : name
    const now = clock.now()
    const bucket = buckets.get(key) ?? { tokens: size, atMs: now }
    bucket.tokens = Math.min(size, bucket.tokens + (Math.max(now - bucket.atMs, 0) * perMinute) / 60_000)
    bucket.atMs = now
    buckets.set(key, bucket)
    if (bucket.tokens < 1) return Math.max(1, Math.ceil(((1 - bucket.tokens) * 60) / perMinute))
    bucket.tokens -= 1
    return undefined
  }
}
