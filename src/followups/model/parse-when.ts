import { casual, type ParsedResult } from 'chrono-node/en'
import { LONGEST_WAIT_MS, type Wait } from './wait.ts'

export type WhenProblem = 'no colon' | 'night' | 'passed' | 'too far'

/** A follow-up without the words in front of it that say when it goes out. Without `wait` it goes out as is usual. */
export type Said = { prompt: string; wait?: Wait } | { problem: WhenProblem; wait?: Wait }

export type Moment = { nowMs: number; zone?: string | undefined }

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const LONGEST_WORDS = 60
const IDLE = /^when\s+(?:the\s+job\s+is\s+)?idle\b\s*/i
const UNSEEN = /^[\s\p{Cf}]+/u
/** Of code, bold, italics and strikethrough, and what nobody sees. What is quoted is somebody else's time. */
const MARKS = /[`*~\p{Cf}]+|\b_+|_+\b/gu
/** The colon of a clock does not end them. */
const UP_TO_COLON = /^[^:\n]*(?::\d\d[^:\n]*)*/

export function parseWhen(words: string, moment: Moment): Said {
  const found = split(words, moment)
  if (found === undefined || (found.atMs !== undefined && found.atMs <= moment.nowMs && !found.isWhole))
    return { prompt: words }
  const { said, prompt, isWhole, isAtNight, atMs } = found
  if (!isWhole)
    return { problem: 'no colon', wait: atMs === undefined ? { why: 'idle' } : { why: 'time', untilMs: atMs } }
  if (atMs === undefined) return { prompt, wait: { why: 'idle', said } }
  if (isAtNight) return { problem: 'night' }
  if (atMs <= moment.nowMs) return { problem: 'passed' }
  if (atMs > moment.nowMs + LONGEST_WAIT_MS) return { problem: 'too far' }
  return { prompt, wait: { why: 'time', untilMs: atMs, said } }
}

/** For whether words name a time, not which: no words but “now” name this moment, and its year has a 29 February. */
const SOME_MOMENT = { nowMs: Date.UTC(2028, 0, 1) + 1 }

export function withoutWhen(words: string): string {
  const found = split(words, SOME_MOMENT)
  return found?.isWhole ? found.prompt : words
}

/** What it begins by naming. What a time comes to depends on whose clock it is. */
export function namesWhen(words: string): 'time' | 'idle' | undefined {
  const found = split(words, SOME_MOMENT)
  return found && (found.atMs === undefined ? 'idle' : 'time')
}

/** `isWhole`: nothing but words that say when, a colon, and the follow-up. Without a time it is when the job is idle. */
type Split = { said: string; prompt: string; isWhole: boolean; isAtNight?: boolean; atMs?: number }

function split(words: string, moment: Moment): Split | undefined {
  const plain = words.replace(UNSEEN, '')
  const text = plain.slice(0, LONGEST_WORDS).replace(MARKS, ' ').trimStart()
  const [before = ''] = UP_TO_COLON.exec(text) ?? []
  const prompt = plain.slice(before.length + 1).trim()
  const hasColon = plain.startsWith(`${before}:`) && prompt !== ''
  const [idle] = IDLE.exec(before) ?? []
  if (idle !== undefined) return { said: `${before}:`, prompt, isWhole: hasColon && idle === before }
  const time = spelledOut(before, moment)
  const [found] = parse(time, moment)
  if (found === undefined || found.end || !isTime(found) || !/^(?:at|on)?\s*$/i.test(time.slice(0, found.index)))
    return undefined
  const rest = time.slice(found.index + found.text.length)
  const atMs = atMsOf(found, moment)
  // "Now" is no time to wait for.
  return atMs === moment.nowMs
    ? undefined
    : { said: `${before}:`, prompt, isWhole: hasColon && rest.trim() === '', isAtNight: isAtNight(found), atMs }
}

const LONGER_THAN_A_DAY = /(?:week|month|quarter|year)s?$/i

/** The parser misses the 9 of “tomorrow 9”, and “day after tomorrow” without “the”. */
function spelledOut(words: string, moment: Moment): string {
  const spelled = words.replace(/\s+/g, ' ').replace(/^day after tomorrow/i, 'the $&')
  const [found] = parse(spelled, moment)
  if (found === undefined || found.start.isCertain('hour')) return spelled
  if (!found.start.isCertain('weekday') && LONGER_THAN_A_DAY.test(found.text)) return spelled
  const end = found.index + found.text.length
  return spelled.slice(0, end) + spelled.slice(end).replace(/^(?:,\s*|\s+)(?:@\s*)?(?=\d\d?\s*$)/, ' at ')
}

/** Nothing that people write may keep it from being read. */
function parse(words: string, moment: Moment): ParsedResult[] {
  try {
    return casual.parse(words, { instant: new Date(moment.nowMs), timezone: offsetMinutes(moment) })
  } catch {
    return []
  }
}

const isTime = (found: ParsedResult) => found.start.isCertain('hour') || found.tags().has('result/relativeDate')

/** After midnight: of which day it is, people and the parser see differently. */
const isAtNight = ({ start, text }: ParsedResult) => /\b(?:to)?night\b/i.test(text) && Number(start.get('hour')) < 17

const OF_THE_PAST = /\b(?:last|past|previous|ago|this)\b/i

/** Without a day it is the next time that the clock shows it; a day of the week is the next one, unless it is said to be over. */
function atMsOf({ start, text }: ParsedResult, { nowMs, zone }: Moment): number {
  const isDated = start.isCertain('day') || OF_THE_PAST.test(text)
  const againMs = start.isCertain('weekday') ? 7 * DAY_MS : DAY_MS
  if (start.isCertain('timezoneOffset')) {
    const saidMs = start.date().getTime()
    const agains = isDated ? 0 : Math.floor((nowMs - saidMs) / againMs) + 1
    // It may be another day in that zone; a day of the week is taken as its author's.
    return saidMs + againMs * (start.isCertain('weekday') ? Math.max(0, agains) : agains)
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  ).map(part => start.get(part) ?? 0)
  const shownMs = Date.UTC(year, month - 1, day, hour, minute, second)
  const atMs = instantOf(shownMs, zone)
  return atMs > nowMs || isDated ? atMs : instantOf(shownMs + againMs, zone)
}

// To make one takes longer than all the rest.
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  clocks.set(timeZone, clock)
  return clock
}

function offsetMinutes({ nowMs, zone }: Moment): number {
  if (zone === undefined) return 0
  const shown = clockIn(zone).format(nowMs)
  const [, sign, hours = 0, minutes = 0] = /GMT([+-])(\d\d):(\d\d)/.exec(shown) ?? []
  return (sign === '-' ? -1 : 1) * (60 * Number(hours) + Number(minutes))
}

function instantOf(shownMs: number, zone: string | undefined): number {
  const asThoughMs = (nowMs: number) => shownMs - MINUTE_MS * offsetMinutes({ nowMs, zone })
  const atMs = asThoughMs(asThoughMs(shownMs))
  // For an hour that the clock skips there are two answers.
  return Math.max(atMs, asThoughMs(atMs))
}
