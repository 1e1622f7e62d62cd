import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namesWhen, parseWhen, withoutWhen } from '../../../src/followups/model/parse-when.ts'
import { processorMs } from '../../support/processor-ms.ts'

/** A Friday: in Paris it is three in the afternoon. */
const FRIDAY = Date.UTC(2026, 10, 20, 14, 0, 0)
const PARIS = 'Europe/Paris'

const parse = (words: string, zone: string | undefined = PARIS, nowMs = FRIDAY) => parseWhen(words, { nowMs, zone })
const on = (...utc: [day: number, hour: number, minute?: number]) => Date.UTC(2026, 10, ...utc)
const waitFor = (untilMs: number) => ({ prompt: 'run it', wait: { why: 'time', untilMs } })

it.each(['today at midnight', 'today at 0:00', 'tonight at 12am', '0:00 UTC', '1 Jan midnight'])(
  'is known for a time whenever it comes to, and never sent as words: %s',
  said => {
    const words = `${said}: run it`
    expect([namesWhen(words), withoutWhen(words)]).toEqual(['time', 'run it'])
    expect('wait' in parse(words) || 'problem' in parse(words)).toBe(true)
  }
)

describe('a time before a colon', () => {
  it.each<[string, number]>([
    ['at 18:00: run it', on(20, 17)],
    ['18:00: run it', on(20, 17)],
    ['At 6:30 PM : run it', on(20, 17, 30)],
    ['6pm:\nrun it', on(20, 17)],
    ['at 9: run it', on(21, 8)],
    ['at 15:00: run it', on(21, 14)],
    ['at 15:01: run it', on(20, 14, 1)],
    ['at noon: run it', on(21, 11)],
    ['at midnight: run it', on(20, 23)],
    ['tomorrow at 9: run it', on(21, 8)],
    ['tomorrow 9: run it', on(21, 8)],
    ['on monday, 9: run it', on(23, 8)],
    ['day after tomorrow at 9: run it', on(22, 8)],
    ['from 18:00: run it', on(20, 17)],
    ['day after  tomorrow at 9: run it', on(22, 8)],
    ['tomorrow morning 9: run it', on(21, 8)],
    ['this evening 8: run it', on(20, 19)],
    ['22 november 9: run it', on(22, 8)],
    ['monday next week 9: run it', on(23, 8)],
    ['tonight at 8: run it', on(20, 19)],
    ['tonight at 5: run it', on(20, 16)],
    ['friday night at 11pm: run it', on(20, 22)],
    ['on monday at 9:30: run it', on(23, 8, 30)],
    ['friday at 18:00: run it', on(20, 17)],
    ['friday at 9: run it', on(27, 8)],
    ['in 2 hours: run it', on(20, 16)],
    ['in 30 min: run it', on(20, 14, 30)],
    ['in 7 days: run it', on(27, 14)],
    ['at 18:00 CET: run it', on(20, 17)],
    ['at 18:00 EST: run it', on(20, 23)],
    ['friday at 9 CET: run it', on(27, 8)],
    ['monday at 9 CET: run it', on(23, 8)],
    ['2026-11-21 10:00: run it', on(21, 9)],
    ['\u200bat 18:00: run it', on(20, 17)]
  ])('%j is for then, by the clock of its author', (words, atMs) => {
    expect(parse(words)).toMatchObject(waitFor(atMs))
  })

  it('is UTC where nobody knows the time zone', () => {
    expect(parseWhen('at 18:00: run it', { nowMs: FRIDAY })).toMatchObject(waitFor(on(20, 18)))
  })

  it.each<[string, number, string, number, string?]>([
    ['the night in which clocks go back', Date.UTC(2026, 9, 24, 20), 'at 9: run it', Date.UTC(2026, 9, 25, 8)],
    ['the night in which they go forward', Date.UTC(2026, 2, 28, 20), 'at 9: run it', Date.UTC(2026, 2, 29, 7)],
    ['an hour that is left out', Date.UTC(2026, 2, 28, 20), 'at 2:30: run it', Date.UTC(2026, 2, 29, 1, 30)],
    ['one in New York', Date.UTC(2027, 2, 14, 1), 'at 2:30: run it', Date.UTC(2027, 2, 14, 7, 30), 'America/New_York'],
    ['a day that is over elsewhere', Date.UTC(2026, 10, 20, 16), 'at 18:00 UTC: run it', on(20, 18), 'Asia/Tokyo'],
    [
      'a time that is over elsewhere',
      Date.UTC(2026, 10, 21, 2),
      'at 9:00 UTC: run it',
      on(21, 9),
      'America/Los_Angeles'
    ],
    ['the end of a year', Date.UTC(2026, 11, 31, 20), 'tomorrow at 9: run it', Date.UTC(2027, 0, 1, 8)]
  ])('finds the hour across %s', (_, nowMs, words, atMs, zone = PARIS) => {
    expect(parse(words, zone, nowMs)).toMatchObject(waitFor(atMs))
  })

  it.each([
    ['Asia/Kolkata', on(21, 3, 30)],
    ['America/Los_Angeles', on(20, 17)],
    ['Pacific/Kiritimati', on(20, 19)]
  ])('finds nine o’clock in %s', (zone, atMs) => {
    expect(parse('at 9: run it', zone)).toMatchObject(waitFor(atMs))
  })

  it.each([
    'today at 9: run it',
    'yesterday at 18:00: run it',
    'friday last week at 9: run it',
    'this morning at 9: run it'
  ])('%j has passed', words => {
    expect(parse(words)).toEqual({ problem: 'passed' })
  })

  it.each(['tonight 1: run it', 'tonight at 12am: run it', '2 at night: run it', 'friday night at midnight: run it'])(
    '%j may be of either day',
    words => {
      expect(parse(words)).toEqual({ problem: 'night' })
    }
  )

  it.each(['in 8 days: run it', 'in 2 weeks: run it', 'dec 24 at 9: run it', 'next friday at 18:00 CET: run it'])(
    '%j is too far ahead',
    words => {
      expect(parse(words)).toEqual({ problem: 'too far' })
    }
  )
})

it.each(['when idle: run it', 'When  Idle : run it', 'when idle:run it', 'when the job is idle: run it'])(
  '%j waits until the job is idle',
  words => {
    expect(parse(words)).toMatchObject({ prompt: 'run it', wait: { why: 'idle' } })
  }
)

it.each([
  ['at 18:00 run it', on(20, 17)],
  ['at 18:00 run it: all of it', on(20, 17)],
  ['at 18:00:', on(20, 17)],
  ['at 6pm and 8pm: run it', on(20, 17)],
  ['next week 9: run it', on(27, 14)],
  ['at 18:00\nrun it', on(20, 17)],
  ['when idle run it', undefined],
  ['when idle please: run it', undefined],
  ['when idle:', undefined],
  ['`at 18:00:` run it', on(20, 17)],
  ['`at 18:00: run it`', on(20, 17)],
  ['*at 18:00:* run it', on(20, 17)],
  ['at *18:00*: run it', on(20, 17)],
  ['_at 18:00_: run it', on(20, 17)],
  ['2 hours _from_ now: run it', on(20, 16)],
  ['day after *tomorrow* at 9: run it', on(22, 8)],
  ['at _18:00_: run it', on(20, 17)],
  ['when _idle_: run it', undefined],
  ['at `18:00`: run it', on(20, 17)],
  ['at\u200b 18:00: run it', on(20, 17)],
  ['when *idle*: run it', undefined],
  ['when idle`run it`', undefined],
  ['in 2 hours`run it`', on(20, 16)],
  ['`when idle:` run it', undefined]
])('%j begins with a time, and lacks its colon or the follow-up, or has marks', (words, untilMs) => {
  expect(parse(words)).toEqual({
    problem: 'no colon',
    wait: untilMs === undefined ? { why: 'idle' } : { why: 'time', untilMs }
  })
})

it.each([
  'run it',
  'run it at 18:00: all of it',
  'tomorrow: run it',
  'monday: run it',
  'now run it',
  'now: run it',
  'every monday at 9: run it',
  'by 6pm: run it',
  'from 9 to 11: run it',
  'May 9: run it',
  '> 12:00:01 it failed: mend it',
  '9:00-17:00 is the window: show it',
  '2 errors: mend them',
  '18:00_backup: mend it',
  'in 2*3 hours: run it',
  '1.20: release it',
  'at least two tests fail: mend them',
  'yesterday at 5 the build broke',
  'step 3: run it',
  'note: at 18:00 the cron fails',
  'http://example.com: open it',
  `${'a long title '.repeat(9)}: run it`
])('%j is a follow-up as it is', words => {
  expect(parse(words)).toEqual({ prompt: words })
  expect(withoutWhen(words)).toBe(words)
})

it.each(['When  idle :', 'at 6pm:', 'in 2 hours:'])('keeps “%s” as it was written, to be given back', said => {
  expect(parse(`${said} run it`)).toMatchObject({ wait: { said } })
})

it('gives the words alone where it no longer matters when', () => {
  const words = ['when idle: run it', 'at 18:00: run it', 'at 18:00:']
  expect(words.map(withoutWhen)).toEqual(['run it', 'run it', 'at 18:00:'])
})

it('knows whether a clock is needed', () => {
  const words = ['at 18:00: run it', 'at 18:00 run it', 'when idle: run it', 'run it']
  expect(words.map(namesWhen)).toEqual(['time', 'time', 'idle', undefined])
})

it('takes any words, and never more than a moment for them', () => {
  const part = fc.constantFrom(
    ...'in at on 1 23 : :00 . - , 9am monday hour and a half tomorrow to ago \n CET'.split(' '),
    ' '
  )
  const words = fc.oneof(
    fc.string(),
    fc.array(part, { maxLength: 60 }).map(parts => parts.join(''))
  )
  fc.assert(
    fc.property(words, text => {
      expect(processorMs(() => parse(text))).toBeLessThan(500)
    }),
    { numRuns: 2_000 }
  )
})
