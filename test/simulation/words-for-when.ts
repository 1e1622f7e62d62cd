import type { When } from './day-notes.ts'
import type { Chance } from './seeded-random.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Everybody here is in Paris, in November. */
const AHEAD_MS = HOUR_MS

const HOUR = /^at (\d+):00: $/

/** Said in front of a follow-up; mostly nothing. */
export function pickPhrase(chance: Chance, nowMs: number): string {
  const hour = (new Date(nowMs + AHEAD_MS).getUTCHours() + chance.between(1, 3)) % 24
  const nothing = ['', '', '', '', '', '', '']
  return chance.pick([...nothing, 'when idle: ', 'in 20 min: ', `at ${hour}:00: `, 'tomorrow at 9: '])
}

/** What it means to whoever says it. Undefined: nothing. */
export function whenOf(phrase: string, atMs: number): When | undefined {
  const midnightMs = Math.floor((atMs + AHEAD_MS) / DAY_MS) * DAY_MS - AHEAD_MS
  if (phrase === '') return undefined
  if (phrase.startsWith('when ')) return 'idle'
  if (phrase === 'in 20 min: ') return atMs + 20 * MINUTE_MS
  if (phrase === 'tomorrow at 9: ') return midnightMs + DAY_MS + 9 * HOUR_MS
  const todayMs = midnightMs + Number(HOUR.exec(phrase)?.[1]) * HOUR_MS
  return todayMs > atMs ? todayMs : todayMs + DAY_MS
}
