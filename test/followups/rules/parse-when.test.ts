import { describe, expect, it } from 'vitest'
import { parseWhen, type Said, toSaid, withoutWhen } from '../../../src/followups/rules/parse-when.ts'
import { processorMs } from '../../support/processor-ms.ts'

// A Friday: in Paris it is three in the afternoon.
const NOW = Date.UTC(2026, 10, 20, 14, 0, 0)
const PARIS = 'Europe/Paris'

function read(words: string, zone: string | undefined = PARIS, nowMs = NOW): Said {
  const found = parseWhen(words)
  return found ? withoutItsWords(toSaid(found, { nowMs, zone })) : { prompt: words }
}

function withoutItsWords(said: Said): Said {
  if ('problem' in said || said.wait === undefined || said.wait.what === 'undo') return said
  return { ...said, wait: { ...said.wait, said: undefined } }
}

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
    ['tomorrow at midnight: run it', at(20, 23)],
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
    ['once idle: run it', idle],
    ['as soon as it is done: run it', idle],
    ['after it’s done: run it', idle]
  ])('%j', (words, said) => {
    expect(read(words)).toEqual(said)
  })

  it.each([
    'at 18:00 the cron fails',
    'at 18:00 run it: all of it',
    'at 9:30 run it',
    'at 10:20:30: run it',
    'when idle run it',
    'when idle, run it: now',
    'whenidle: run it',
    'in 2 hours run it',
    'in 2 files: run it',
    'on 24 december at 9: run it',
    'run it at 18:00: please',
    'status: run it',
    'tomorrow we ship: run it',
    'tomorrow’s release: add it to the notes',
    'Mondays: add a column',
    'monday.com: add the link',
    'monday standup: add the notes',
    'tomorrow 12:30 fails: find out why',
    'at one glance: shorten it',
    'at one point: it fails',
    'at half past: say which hour',
    'at nine thirty places: shorten it',
    'at nineteen: run it',
    'half past nine: draw a clock',
    'on mondays the build fails: find out why',
    'next steps: write them down',
    'today: run it',
    'this week: list what changed',
    'nowadays: replace this word',
    'sun: use the other icon',
    'sat: find a longer word',
    'friends: sort them by name',
    'at 9 places: shorten it',
    'in ad: fix the price',
    'in two places: say so',
    'in the readme: fix the link',
    'in a table: show them',
    'in 1.5: drop this option',
    '1.10: write the release notes',
    '404: make this page shorter',
    '2: shorten it',
    '12:75: a wrong ratio',
    'noon: draw the sun higher',
    'after done: add an exclamation mark',
    'after the release: thank everybody',
    'once: run it only then',
    'later versions: list them',
    'ten: spell it out',
    'fri 13th: a theme for it',
    'know: it is spelt with a k',
    'for now: run it',
    'now run it: all of it',
    ''
  ])('%j says nothing about when', words => {
    expect(read(words)).toEqual({ prompt: words })
  })

  it.each([
    ['at 25:00: run it', 'no such time'],
    ['at 18:75: run it', 'no such time'],
    ['at 13pm: run it', 'no such time'],
    ['at 0am: run it', 'no such time'],
    ['in 8 days: run it', 'too far'],
    ['in 169 hours: run it', 'too far'],
    ['tomorrow: run it', 'no hour'],
    ['Tomorrow morning: run it', 'no hour'],
    ['on monday: run it', 'no hour'],
    ['friday: run it', 'no hour'],
    ['next tuesday evening: run it', 'no hour'],
    ['tonight: run it', 'no hour'],
    ['this afternoon: run it', 'no hour'],
    ['next week: run it', 'no hour'],
    ['tonight at 8: run it', 'no hour'],
    ['tomorrow 9am: run it', 'no hour'],
    ['tomorrow nine: run it', 'no hour'],
    ['monday 9:30: run it', 'no hour'],
    ['next monday at 9: run it', 'no hour'],
    ['today 17.30: run it', 'no hour'],
    ['at eight tonight: run it', 'no hour'],
    ['at 8 in the evening: run it', 'no hour'],
    ['at 9 next monday: run it', 'no hour'],
    ['wed: run it', 'no hour'],
    ['sat 9:30: run it', 'no hour'],
    ['18:00: run it', 'no hour'],
    ['9am: run it', 'no hour'],
    ['9am tomorrow: run it', 'no hour'],
    ['in 1.5 hours: run it', 'no hour'],
    ['in a few minutes: run it', 'no hour'],
    ['in the morning: run it', 'no hour'],
    ['later: run it', 'no hour'],
    ['Later today: run it', 'no hour'],
    ['tomorrow:', 'no instruction'],
    ['now:', 'no instruction'],
    ['when idle:', 'no instruction'],
    ['at 18:00: \n', 'no instruction']
  ])('%j cannot be: %s', (words, problem) => {
    expect(read(words)).toEqual({ problem })
  })
})

it.each(['right away: run it', 'Right now : run it', 'now:run it'])('%j goes out at once', words => {
  expect(read(words)).toEqual({ prompt: 'run it', atOnce: true })
})

it('sends words that only look as if they said when, if they follow `now:`', () => {
  expect(read('now: tomorrow: a song')).toEqual({ prompt: 'tomorrow: a song', atOnce: true })
})

it('takes a time for UTC where nobody knows the time zone, and notes that', () => {
  const said = { prompt: 'run it', wait: { what: 'time', atMs: Date.UTC(2026, 10, 20, 18), inUtc: true } }
  const found = parseWhen('at 18:00: run it')
  expect(found && toSaid(found, { nowMs: NOW, zone: undefined })).toMatchObject(said)
})

it.each([
  ['the night in which clocks go back', Date.UTC(2026, 9, 24, 20), 'at 9: run it', Date.UTC(2026, 9, 25, 8)],
  ['the night in which they go forward', Date.UTC(2026, 2, 28, 20), 'at 9: run it', Date.UTC(2026, 2, 29, 7)],
  ['an hour that is left out', Date.UTC(2026, 2, 28, 20), 'at 2:30: run it', Date.UTC(2026, 2, 29, 1, 30)],
  ['the end of a year', Date.UTC(2026, 11, 31, 20), 'tomorrow at 0: run it', Date.UTC(2026, 11, 31, 23)]
])('finds the hour across %s', (_, nowMs, words, atMs) => {
  expect(read(words, PARIS, nowMs)).toEqual({ prompt: 'run it', wait: { what: 'time', atMs } })
})

it.each([
  ['Asia/Kolkata', Date.UTC(2026, 10, 21, 3, 30)],
  ['America/Los_Angeles', Date.UTC(2026, 10, 20, 17)],
  ['Pacific/Kiritimati', Date.UTC(2026, 10, 20, 19)]
])('finds nine o’clock in %s', (zone, atMs) => {
  expect(read('at 9: run it', zone)).toEqual({ prompt: 'run it', wait: { what: 'time', atMs } })
})

it.each(['When  idle :', 'at 6pm:', 'in 2 hours:'])('keeps “%s” as it was written, to be given back', said => {
  expect(parseWhen(` ${said} run it`)?.said).toBe(said)
})

it('gives the words alone where it no longer matters when', () => {
  expect(['when idle: run it', 'run it', 'at 18:00:'].map(withoutWhen)).toEqual(['run it', 'run it', 'at 18:00:'])
})

it('reads however long words in no time', () => {
  const long = `at 18${' '.repeat(100_000)}x`
  expect(parseWhen(long)).toBeUndefined()
  expect(processorMs(() => parseWhen(long))).toBeLessThan(1_000)
})
