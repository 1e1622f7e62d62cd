import { LONGEST_WAIT_MS, type Wait } from './wait.ts'
import { type ClockTime, nextClockTimeMs } from './zoned-time.ts'

/** When an instruction is to go out, as its author wrote in front of it. */
export type When =
  | { what: 'now' }
  | { what: 'idle' }
  | { what: 'later'; inMs: number }
  | { what: 'clock'; time: ClockTime }

/** Why words that say when cannot be taken. */
export type WhenProblem = 'no instruction' | 'too far' | 'no such time' | 'no hour'

/**
 * An instruction without the words that say when. Without `wait` it goes out as is usual where it was written, or at once if they
 * say so.
 */
export type Said = { prompt: string; wait?: Wait; atOnce?: true } | { problem: WhenProblem }

const MINUTE_MS = 60_000
const UNITS_MS: Record<string, number> = {
  m: MINUTE_MS,
  h: 60 * MINUTE_MS,
  d: 24 * 60 * MINUTE_MS,
  w: 7 * 24 * 60 * MINUTE_MS
}
const UNIT = 'minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w'
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const NUMBER = NUMBERS.join('|')

// Nothing but these words, and a colon after them: anything else is an instruction as it is.
const NOW = '(?<now>right\\s+away|(?:right\\s+)?now)'
const IDLE =
  "(?:when|once|as\\s+soon\\s+as|after(?=\\s+(?:it|the)))\\s+(?:it['’]?s\\s+|(?:it|the\\s+job)\\s+is\\s+)?(?<idle>idle|done|finished)"
const LATER = `in\\s+(?:(?<count>\\d{1,4})\\s?|(?<count>an?|half\\s+an|${NUMBER})\\s+)(?<unit>${UNIT})`
const WEEKDAY = `${WEEKDAYS.join('|')}|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun`
const DAY = `(?:today|(?<tomorrow>tomorrow)|(?:on\\s+)?(?<weekday>${WEEKDAY}))`
const HOUR_IN_WORDS = `(?<halfPast>half\\s+past\\s+)?(?<hour>${NUMBER}|\\d{1,2})(?:\\s+o['’]?clock)?`
const HOUR = `(?:(?<hour>\\d{1,2})(?:[:.](?<minute>\\d{2}))?|${HOUR_IN_WORDS})\\s?(?<half>[ap]\\.?m\\.?)?`
const TIME = `at\\s+(?:${HOUR}|(?<named>noon|midday|midnight))`
const CLOCK = `(?:${DAY}\\s+)?${TIME}|${TIME}\\s+${DAY}`

/** When, in other words than above. Nobody means at once by these, so they are no instruction either. */
const NO_HOUR = (() => {
  const part = 'morning|noon|afternoon|evening|night'
  const hour = `(?:at\\s+)?(?:\\d{1,2}(?:[:.]\\d{2})?\\s?(?:[ap]\\.?m\\.?)?|${NUMBER}|noon|midday|midnight)`
  const sure = `tomorrow|tonight|this\\s+(?:${part})|next\\s+week|${WEEKDAYS.join('|')}|mon|tues?|wed|thu(?:rs?)?|fri`
  const day = `(?:today|${sure}|(?:(?:on|next|this)\\s+)?(?:${WEEKDAY}))(?:\\s+(?:${part}))?`
  return [
    `(?:${sure}|(?:on|next|this)\\s+(?:${WEEKDAY}))(?:\\s+(?:${part}))?`,
    `${day}\\s+${hour}`,
    `${hour}\\s+(?:${day}|in\\s+the\\s+(?:${part}))`,
    '(?:[01]?\\d|2[0-3]):[0-5]\\d',
    '\\d{1,2}(?:[:.]\\d{2})?\\s?[ap]\\.?m\\.?',
    `in\\s+(?:\\d{1,4}[.,]\\d{1,2}\\s?|(?:a\\s+few|a\\s+couple\\s+of|some)\\s+)(?:${UNIT})`,
    'in\\s+(?:a\\s+(?:bit|while)|the\\s+(?:morning|afternoon|evening))',
    'later(?:\\s+today)?'
  ].join('|')
})()

const PHRASE = new RegExp(`^[\\s\\p{Cf}]*(?:${NOW}|${IDLE}|${LATER}|${CLOCK}|(?<noHour>${NO_HOUR}))\\s?:(?!\\d)`, 'iu')

/** The words that say when, as they were written, and what comes after them. */
export function splitWhen(words: string): { said: string; rest: string } | undefined {
  const [said] = PHRASE.exec(words) ?? []
  return said === undefined ? undefined : { said: said.trim(), rest: words.slice(said.length).trim() }
}

/** Undefined: they say nothing about when. */
export function parseWhen(words: string): { said: string; when: When | WhenProblem; prompt: string } | undefined {
  const found = PHRASE.exec(words)
  return found
    ? { said: found[0].trim(), when: toWhen(found.groups ?? {}), prompt: words.slice(found[0].length).trim() }
    : undefined
}

/** What was meant to go out later, and now goes out at once. */
export const withoutWhen = (words: string): string => parseWhen(words)?.prompt || words

function toWhen({
  now,
  idle,
  noHour,
  count,
  unit = '',
  ...clock
}: Record<string, string | undefined>): When | WhenProblem {
  if (now !== undefined) return { what: 'now' }
  if (noHour !== undefined) return 'no hour'
  if (idle !== undefined) return { what: 'idle' }
  if (count !== undefined)
    return { what: 'later', inMs: countOf(count) * (UNITS_MS[unit.charAt(0).toLowerCase()] ?? 0) }
  const { tomorrow, weekday, named, halfPast, minute = halfPast ? '30' : '0' } = clock
  const hour = named ? NAMED[named.toLowerCase()] : hourOf(countOf(clock.hour ?? ''), clock.half?.toLowerCase())
  if (hour === undefined || Number(minute) > 59) return 'no such time'
  const day = tomorrow
    ? 'tomorrow'
    : weekday && WEEKDAYS.findIndex(day => day.startsWith(weekday.slice(0, 3).toLowerCase()))
  return { what: 'clock', time: { hour, minute: Number(minute), ...(day !== undefined && day !== '' && { day }) } }
}

const NAMED: Record<string, number> = { noon: 12, midday: 12, midnight: 0 }

function countOf(count: string): number {
  if (/^half/i.test(count)) return 0.5
  if (/^an?$/i.test(count)) return 1
  return NUMBERS.indexOf(count.toLowerCase()) + 1 || Number(count)
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 23 ? hour : undefined
  return hour >= 1 && hour <= 12 ? (hour % 12) + (half.startsWith('p') ? 12 : 0) : undefined
}

/** Without a time zone, a time on the clock is UTC. */
export function toSaid(
  { said, when, prompt }: NonNullable<ReturnType<typeof parseWhen>>,
  { nowMs, zone }: { nowMs: number; zone: string | undefined }
): Said {
  if (prompt === '') return { problem: 'no instruction' }
  if (typeof when === 'string') return { problem: when }
  switch (when.what) {
    case 'now':
      return { prompt, atOnce: true }
    case 'idle':
      return { prompt, wait: { what: 'idle', said } }
    case 'later':
      if (when.inMs > LONGEST_WAIT_MS) return { problem: 'too far' }
      return { prompt, wait: { what: 'time', atMs: nowMs + when.inMs, said } }
    case 'clock': {
      const atMs = nextClockTimeMs(when.time, zone ?? 'UTC', nowMs)
      return { prompt, wait: { what: 'time', atMs, ...(zone === undefined && { inUtc: true }), said } }
    }
  }
}
