import { numberOf } from './number-words.ts'
import { LONGEST_WAIT_MS, type Wait } from './wait.ts'
import { WEEKDAYS, WHEN_WORDS } from './when-words.ts'
import { type ClockTime, nextClockTimeMs } from './zoned-time.ts'

/** When an instruction is to go out, as its author wrote in front of it. */
export type When =
  | { what: 'now' }
  | { what: 'idle' }
  | { what: 'later'; inMs: number }
  | { what: 'clock'; time: ClockTime }

/** Why words that say when cannot be taken. */
export type WhenProblem =
  | 'no instruction'
  | 'too far'
  | 'no such time'
  | 'unclear'
  | 'passed'
  | 'time zone'
  | 'repeated'

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

// Most messages have none, and need not wait until all the words are made ready to be looked for.
const COLON_SOON = /^[^:]{1,200}:/

const find = (words: string) => (COLON_SOON.test(words) ? WHEN_WORDS.exec(words) : null)

/** The words that say when, as they were written, and what comes after them. */
export function splitWhen(words: string): { said: string; rest: string } | undefined {
  const [said] = find(words) ?? []
  return said === undefined ? undefined : { said: said.trim(), rest: words.slice(said.length).trim() }
}

/** Undefined: they say nothing about when. */
export function parseWhen(words: string): { said: string; when: When | WhenProblem; prompt: string } | undefined {
  const found = find(words)
  return found
    ? { said: found[0].trim(), when: toWhen(found.groups ?? {}), prompt: words.slice(found[0].length).trim() }
    : undefined
}

/** What was meant to go out later, and now goes out at once. */
export const withoutWhen = (words: string): string => parseWhen(words)?.prompt || words

type Found = Record<string, string | undefined>

function toWhen({ now, idle, zoned, unclear, repeated, count, ...found }: Found): When | WhenProblem {
  if (now !== undefined) return { what: 'now' }
  if (zoned !== undefined) return 'time zone'
  if (unclear !== undefined) return 'unclear'
  if (repeated !== undefined) return 'repeated'
  if (idle !== undefined) return { what: 'idle' }
  return count === undefined ? toClock(found) : toSpan(count, found)
}

function toSpan(count: string, { unit = '', andHalf, more }: Found): When | WhenProblem {
  const unitMs = UNITS_MS[unit.charAt(0).toLowerCase()] ?? 0
  if (more !== undefined && unitMs !== UNITS_MS.h) return 'unclear'
  const moreMs = more === undefined ? 0 : numberOf(more) * MINUTE_MS
  return { what: 'later', inMs: (countOf(count) + (andHalf ? 0.5 : 0)) * unitMs + moreMs }
}

function countOf(count: string): number {
  if (/^half/i.test(count)) return 0.5
  if (/^three\s+q/i.test(count)) return 0.75
  if (/quarter/i.test(count)) return 0.25
  return /^an?$/i.test(count) ? 1 : numberOf(count)
}

const DAY_MINUTES = 24 * 60

function toClock({ today, tomorrow, weekday, part, shift, sign = '', ...shown }: Found): When | WhenProblem {
  const minute = minuteOf(shown)
  const hours = hoursOf(shown)
  if (hours.length === 0 || Number.isNaN(minute) || (shift !== undefined && minute > 0)) return 'no such time'
  const hour = part === undefined ? hours[0] : hours.find(each => isWithin(PARTS[part.toLowerCase()], each))
  if (hour === undefined) return 'unclear'
  const by = shift === undefined ? minute : shiftOf(shift)
  if (by > 59) return 'no such time'
  const minutes = hour * 60 + by * (/^(?:to|before)$/i.test(sign) ? -1 : 1)
  const isThatDay = minutes >= 0 && minutes < DAY_MINUTES
  // A day's midnight may be its first or its last.
  const isMidnight = !isThatDay || (minutes === 0 && shown.half !== undefined)
  if ((tomorrow || weekday) && isMidnight) return 'unclear'
  const ofDay = (minutes + DAY_MINUTES) % DAY_MINUTES
  const time = { hour: Math.floor(ofDay / 60), minute: ofDay % 60 }
  const day = dayOf(tomorrow, weekday) ?? (today && isThatDay ? 'today' : undefined)
  return { what: 'clock', time: { ...time, ...(day !== undefined && { day }) } }
}

function dayOf(tomorrow: string | undefined, weekday: string | undefined): ClockTime['day'] {
  if (tomorrow) return 'tomorrow'
  return weekday ? WEEKDAYS.findIndex(day => day.startsWith(weekday.slice(0, 3).toLowerCase())) : undefined
}

/** From the first of these hours to the last. Only what is said of tonight may be at its end. */
const PARTS: Record<string, [number, number]> = {
  morning: [0, 11],
  afternoon: [12, 18],
  evening: [16, 23],
  night: [17, 23],
  tonight: [17, 24]
}

const isWithin = ([first, last]: [number, number] = [0, 24], hour: number) => hour >= first && hour <= last

/** "nine five" is no time, and "nine oh five" is one. */
function minuteOf({ minute = '0', spelt }: Found): number {
  if (spelt === undefined) return Number(minute)
  const isShort = /^o/i.test(spelt)
  const spoken = numberOf(spelt.replace(/^oh?[\s-]+/i, ''))
  return isShort || spoken >= 10 ? spoken : Number.NaN
}

/** Those that it may be; the first one, unless the part of the day says otherwise. */
function hoursOf({ named, hour: said = '', half }: Found): number[] {
  if (named) return [/^midnight$/i.test(named) ? 24 : 12]
  const hour = numberOf(said)
  if (half === undefined) return hour > 23 ? [] : hour >= 1 && hour <= 12 ? [hour, hour + 12] : [hour]
  return hour >= 1 && hour <= 12 ? [(hour % 12) + (/^p/i.test(half) ? 12 : 0)] : []
}

function shiftOf(shift: string): number {
  if (/^half/i.test(shift)) return 30
  return /quarter/i.test(shift) ? 15 : numberOf(shift.replace(/\s+min.*$/i, ''))
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
      if (atMs === undefined) return { problem: 'passed' }
      return { prompt, wait: { what: 'time', atMs, ...(zone === undefined && { inUtc: true }), said } }
    }
  }
}
