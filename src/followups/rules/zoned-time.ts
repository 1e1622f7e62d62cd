const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A time on the clock: the next one, today's, tomorrow's, or that of a weekday, from 0 for Sunday. */
export type ClockTime = { day?: 'today' | 'tomorrow' | number | undefined; hour: number; minute: number }

/** The next time after `nowMs` at which a clock in this zone shows it. Undefined: today's has passed. */
export function nextClockTimeMs({ day, hour, minute }: ClockTime, zone: string, nowMs: number): number | undefined {
  const today = Math.floor(shownMs(zone, nowMs) / DAY_MS) * DAY_MS
  const inDays = (days: number) =>
    instantsMs(zone, today + days * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS).find(ms => ms > nowMs)
  if (day === 'today') return inDays(0)
  if (day === 'tomorrow') return inDays(1) ?? nowMs
  const first = day === undefined ? 0 : (day - new Date(today).getUTCDay() + 7) % 7
  return inDays(first) ?? inDays(first + (day === undefined ? 1 : 7)) ?? nowMs
}

/** What clocks there show, as if it were UTC. */
function shownMs(zone: string, ms: number): number {
  const shown = new Map(
    formatFor(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)])
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => shown.get(type) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** When clocks there show it: twice where they are put back. A time that they skip is as much later as they are put forward. */
function instantsMs(zone: string, wantedMs: number): number[] {
  const aheadMs = [wantedMs - DAY_MS, wantedMs + DAY_MS].map(ms => shownMs(zone, ms) - ms)
  const found = [...new Set(aheadMs)].map(ahead => wantedMs - ahead).toSorted((a, b) => a - b)
  const shown = found.filter(ms => shownMs(zone, ms) === wantedMs)
  return shown.length > 0 ? shown : found.slice(-1)
}

const formatFor = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric'
  })
