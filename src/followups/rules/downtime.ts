import { z } from 'zod'

/** A time in which no bot of the project ran. */
export const downtimeSchema = z.object({ fromMs: z.coerce.number(), untilMs: z.coerce.number() })
export type Downtime = z.output<typeof downtimeSchema>

/** A shorter one is not worth a word. */
export const LONG_DOWNTIME_MS = 3_600_000
const DAY_MS = 24 * 3_600_000

/** Its results would be a flood of old news, each on its own in the channel. */
export const isOverADay = ({ fromMs, untilMs }: Downtime): boolean => untilMs - fromMs > DAY_MS

/** For how much of the time since then no bot ran. */
export const missedSinceMs = (sinceMs: number, offline: Downtime[] = []): number =>
  offline.reduce((sum, { fromMs, untilMs }) => sum + Math.max(untilMs - Math.max(fromMs, sinceMs), 0), 0)
