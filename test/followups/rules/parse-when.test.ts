import { describe, expect, it } from 'vitest'
import { parseWhen, toSaid, withoutWhen } from '../../../src/followups/rules/parse-when.ts'
import { FRIDAY, PARIS, saidInParis } from '../said-in-paris.ts'

const idle = { prompt: 'run it', wait: { what: 'idle' } }
const at = (...utc: [day: number, hour: number, minute?: number]) => ({
  prompt: 'run it',
  wait: { what: 'time', atMs: Date.UTC(2026, 10, ...utc) }
})

describe('words that say when, by the clock of their author', () => {
  it.each<[string, object]>([
    ['when idle: run it', idle],
    ['When  Done : run it', idle],
    ['\u200bwhen idle:run it', idle],
    ['when finished: run it', idle],
    ['when it’s done: run it', idle],
    ['when the job is idle: run it', idle],
    ['today at 18.00: run it', at(20, 17)],
    ['at 6 p.m.: run it', at(20, 17)],
    ['at noon: run it', at(21, 11)],
    ['at midnight: run it', at(20, 23)],
    ['at 6h: run it', at(21, 5)],
    ['tomorrow at 2h: run it', at(21, 1)],
    ['tomorrow at 0:00: run it', at(20, 23)],
    ['today at midnight: run it', at(20, 23)],
    ['tonight at half past midnight: run it', at(20, 23, 30)],
    ['in the morning at 8: run it', at(21, 7)],
    ['today at 15:01: run it', at(20, 14, 1)],
    ['monday at 9: run it', at(23, 8)],
    ['in a minute: run it', at(20, 14, 1)],
    ['in an hour: run it', at(20, 15)],
    ['in half an hour: run it', at(20, 14, 30)],
    ['in 1 week: run it', at(27, 14)],
    ['at 18:00: run it', at(20, 17)],
    ['at 18: run it', at(20, 17)],
    ['at 6pm: run it', at(20, 17)],
    ['At 6:30 PM: run it', at(20, 17, 30)],
    ['at 12am: run it', at(20, 23)],
    ['at 12 pm: run it', at(21, 11)],
    ['at 9:05:\nrun it', at(21, 8, 5)],
    ['at 15:00: run it', at(21, 14)],
    ['tomorrow at 9: run it', at(21, 8)],
    ['tomorrow at 16:00: run it', at(21, 15)],
    ['on monday at 9:30: run it', at(23, 8, 30)],
    ['on Friday at 18:00: run it', at(20, 17)],
    ['on friday at 9: run it', at(27, 8)],
    ['in 2 hours: run it', at(20, 16)],
    ['in 1 h: run it', at(20, 15)],
    ['in 30 min: run it', at(20, 14, 30)],
    ['in 90 minutes: run it', at(20, 15, 30)],
    ['in 7 days: run it', at(27, 14)],
    ['at 9 tomorrow: run it', at(21, 8)],
    ['at 9, tomorrow: run it', at(21, 8)],
    ['at 18:00 today: run it', at(20, 17)],
    ['at 9 on monday: run it', at(23, 8)],
    ['mon at 9: run it', at(23, 8)],
    ['on Thurs at 9:30: run it', at(26, 8, 30)],
    ['at 6pm wed: run it', at(25, 17)],
    ['at nine: run it', at(21, 8)],
    ['at four: run it', at(21, 3)],
    ['At Six pm: run it', at(20, 17)],
    ['at twelve: run it', at(21, 11)],
    ['at twelve am: run it', at(20, 23)],
    ['at half past nine: run it', at(21, 8, 30)],
    ['at half past four p.m.: run it', at(20, 15, 30)],
    ['at 9 o’clock: run it', at(21, 8)],
    ['at half past 9 pm: run it', at(20, 20, 30)],
    ['at nine o’clock: run it', at(21, 8)],
    ['tomorrow at nine: run it', at(21, 8)],
    ['at half past nine on monday: run it', at(23, 8, 30)],
    ['at one: run it', at(21, 0)],
    ['at midday: run it', at(21, 11)],
    ['in two hours: run it', at(20, 16)],
    ['in Twelve minutes: run it', at(20, 14, 12)],
    ['at nine thirty: run it', at(21, 8, 30)],
    ['at nine fifteen pm: run it', at(20, 20, 15)],
    ['at nine forty-five: run it', at(21, 8, 45)],
    ['at nine oh five: run it', at(21, 8, 5)],
    ['at nine 30: run it', at(21, 8, 30)],
    ['at nine:30: run it', at(21, 8, 30)],
    ['at nine:thirty: run it', at(21, 8, 30)],
    ['at 9:thirty: run it', at(21, 8, 30)],
    ['at twenty two fifteen: run it', at(20, 21, 15)],
    ['at nineteen: run it', at(20, 18)],
    ['at quarter past nine: run it', at(21, 8, 15)],
    ['at a quarter past nine: run it', at(21, 8, 15)],
    ['at quarter to nine: run it', at(21, 7, 45)],
    ['at ten minutes to nine: run it', at(21, 7, 50)],
    ['at 5 past 9: run it', at(21, 8, 5)],
    ['at twenty-five past six pm: run it', at(20, 17, 25)],
    ['tomorrow at quarter to midnight: run it', at(21, 22, 45)],
    ['at half past noon: run it', at(21, 11, 30)],
    ['at 18h: run it', at(20, 17)],
    ['at 18h30: run it', at(20, 17, 30)],
    ['at 18:30 h: run it', at(20, 17, 30)],
    ['at exactly 9: run it', at(21, 8)],
    ['at 9 sharp: run it', at(21, 8)],
    ['in fifteen minutes: run it', at(20, 14, 15)],
    ['in forty-five min: run it', at(20, 14, 45)],
    ['in twenty five minutes: run it', at(20, 14, 25)],
    ['in a quarter of an hour: run it', at(20, 14, 15)],
    ['in three quarters of an hour: run it', at(20, 14, 45)],
    ['in an hour and a half: run it', at(20, 15, 30)],
    ['in 1h30: run it', at(20, 15, 30)],
    ['in 2 hours and fifteen minutes: run it', at(20, 16, 15)],
    ['two hours from now: run it', at(20, 16)],
    ['9am: run it', at(21, 8)],
    ['9:30 PM: run it', at(20, 20, 30)],
    ['nine am: run it', at(21, 8)],
    ['9am tomorrow: run it', at(21, 8)],
    ['tomorrow, 9am: run it', at(21, 8)],
    ['tomorrow 9am: run it', at(21, 8)],
    ['monday 9:30: run it', at(23, 8, 30)],
    ['today 17.30: run it', at(20, 16, 30)],
    ['sat 9:30: run it', at(21, 8, 30)],
    ['tomorrow noon: run it', at(21, 11)],
    ['tonight at 8: run it', at(20, 19)],
    ['tonight at 20:00: run it', at(20, 19)],
    ['8pm tonight: run it', at(20, 19)],
    ['at eight tonight: run it', at(20, 19)],
    ['at quarter to eight tonight: run it', at(20, 18, 45)],
    ['tonight at 12: run it', at(20, 23)],
    ['at 8 in the evening: run it', at(20, 19)],
    ['in the morning at 9: run it', at(21, 8)],
    ['tomorrow evening at 8: run it', at(21, 19)],
    ['on monday morning at 9: run it', at(23, 8)],
    ['tomorrow at 6 in the evening: run it', at(21, 17)],
    ['on monday at 8 in the morning: run it', at(23, 7)],
    ['at 9 at night: run it', at(20, 20)],
    ['at 3 in the morning: run it', at(21, 2)],
    ['at six in the evening tomorrow: run it', at(21, 17)],
    ['at 12 noon: run it', at(21, 11)],
    ['tmrw at 9: run it', at(21, 8)],
    ['tommorow 9am: run it', at(21, 8)],
    ['in 2 hours from now: run it', at(20, 16)],
    ['in 3d: run it', at(23, 14)],
    ['when the agent is idle: run it', idle],
    ['when the job’s done: run it', idle],
    ['once it finishes: run it', idle],
    ['once idle: run it', idle],
    ['as soon as it is done: run it', idle],
    ['after it’s done: run it', idle],
    ['wait until idle: run it', idle],
    ['wait till it’s done: run it', idle],
    ['hold this until it’s done: run it', idle],
    ['send when idle: run it', idle],
    ['please send it when you’re done: run it', idle],
    ['send this as soon as it finishes: run it', idle],
    ['hold this until it is idle: run it', idle]
  ])('%j', (words, said) => {
    expect(saidInParis(words)).toEqual(said)
  })
})

it.each(['right away: run it', 'Right now : run it', 'now:run it'])('%j goes out at once', words => {
  expect(saidInParis(words)).toEqual({ prompt: 'run it', atOnce: true })
})

it('sends words that only look as if they said when, if they follow `now:`', () => {
  expect(saidInParis('now: tomorrow: a song')).toEqual({ prompt: 'tomorrow: a song', atOnce: true })
})

it('takes a time for UTC where nobody knows the time zone, and notes that', () => {
  const said = { prompt: 'run it', wait: { what: 'time', atMs: Date.UTC(2026, 10, 20, 18), inUtc: true } }
  const found = parseWhen('at 18:00: run it')
  expect(found && toSaid(found, { nowMs: FRIDAY, zone: undefined })).toMatchObject(said)
})

it.each([
  ['the night in which clocks go back', Date.UTC(2026, 9, 24, 20), 'at 9: run it', Date.UTC(2026, 9, 25, 8)],
  ['the night in which they go forward', Date.UTC(2026, 2, 28, 20), 'at 9: run it', Date.UTC(2026, 2, 29, 7)],
  ['an hour that is left out', Date.UTC(2026, 2, 28, 20), 'at 2:30: run it', Date.UTC(2026, 2, 29, 1, 30)],
  ['the end of a year', Date.UTC(2026, 11, 31, 20), 'tomorrow at 0: run it', Date.UTC(2026, 11, 31, 23)]
])('finds the hour across %s', (_, nowMs, words, atMs) => {
  expect(saidInParis(words, PARIS, nowMs)).toEqual({ prompt: 'run it', wait: { what: 'time', atMs } })
})

it.each([
  ['Asia/Kolkata', Date.UTC(2026, 10, 21, 3, 30)],
  ['America/Los_Angeles', Date.UTC(2026, 10, 20, 17)],
  ['Pacific/Kiritimati', Date.UTC(2026, 10, 20, 19)]
])('finds nine o’clock in %s', (zone, atMs) => {
  expect(saidInParis('at 9: run it', zone)).toEqual({ prompt: 'run it', wait: { what: 'time', atMs } })
})

it.each(['When  idle :', 'at 6pm:', 'in 2 hours:'])('keeps “%s” as it was written, to be given back', said => {
  expect(parseWhen(` ${said} run it`)?.said).toBe(said)
})

it('gives the words alone where it no longer matters when', () => {
  expect(['when idle: run it', 'run it', 'at 18:00:'].map(withoutWhen)).toEqual(['run it', 'run it', 'at 18:00:'])
})
