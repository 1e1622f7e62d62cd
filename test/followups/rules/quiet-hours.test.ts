import { expect, it } from 'vitest'
import { isAnswer, quietUntilMs } from '../../../src/followups/rules/quiet-hours.ts'

const ms = (iso: string) => Date.parse(`${iso}Z`)

const NIGHT = '22:00-07:00'
const LUNCH = '12:30-13:15'

it.each([
  // In UTC, times are what they look like.
  [NIGHT, 'UTC', '2026-11-20T21:59:59', undefined],
  [NIGHT, 'UTC', '2026-11-20T22:00', '2026-11-21T07:00'],
  [NIGHT, 'UTC', '2026-11-20T23:59:59.999', '2026-11-21T07:00'],
  [NIGHT, 'UTC', '2026-11-21T00:00', '2026-11-21T07:00'],
  [NIGHT, 'UTC', '2026-11-21T06:59:59.999', '2026-11-21T07:00'],
  [NIGHT, 'UTC', '2026-11-21T07:00', undefined],
  [LUNCH, 'UTC', '2026-11-20T12:29', undefined],
  [LUNCH, 'UTC', '2026-11-20T12:30', '2026-11-20T13:15'],
  [LUNCH, 'UTC', '2026-11-20T13:15', undefined],
  ['00:00-23:59', 'UTC', '2026-11-20T00:00', '2026-11-20T23:59'],
  ['00:00-23:59', 'UTC', '2026-11-20T23:59', undefined],
  ['07:15-07:00', 'UTC', '2026-11-20T07:15', '2026-11-21T07:00'],
  ['07:01-07:00', 'UTC', '2026-11-20T22:00', '2026-11-21T07:00'],
  // And where Slack names no zone.
  [NIGHT, undefined, '2026-11-20T22:00', '2026-11-21T07:00'],
  // Elsewhere, by the clock on the wall there.
  [NIGHT, 'Europe/Paris', '2026-11-20T21:00', '2026-11-21T06:00'],
  [NIGHT, 'America/Los_Angeles', '2026-11-20T21:00', undefined],
  [NIGHT, 'America/Los_Angeles', '2026-11-21T06:00', '2026-11-21T15:00'],
  [NIGHT, 'Asia/Kathmandu', '2026-11-20T16:15', '2026-11-21T01:15'],
  [NIGHT, 'Pacific/Chatham', '2026-11-20T09:00', '2026-11-20T17:15'],
  [NIGHT, 'Pacific/Kiritimati', '2026-11-20T08:00', '2026-11-20T17:00'],
  // In Paris, the clock jumps from 2 to 3 on 29 March: that night is an hour shorter.
  [NIGHT, 'Europe/Paris', '2026-03-28T22:00', '2026-03-29T05:00'],
  ['22:00-02:30', 'Europe/Paris', '2026-03-28T22:00', '2026-03-29T01:00'],
  ['02:15-02:45', 'Europe/Paris', '2026-03-29T01:00', undefined],
  // And back from 3 to 2 on 25 October: that night is an hour longer.
  [NIGHT, 'Europe/Paris', '2026-10-24T21:00', '2026-10-25T06:00'],
  ['22:00-02:30', 'Europe/Paris', '2026-10-24T21:00', '2026-10-25T00:30'],
  ['22:00-02:30', 'Europe/Paris', '2026-10-25T00:45', undefined],
  ['22:00-02:30', 'Europe/Paris', '2026-10-25T01:10', '2026-10-25T01:30'],
  // On Lord Howe Island it jumps by half an hour.
  [NIGHT, 'Australia/Lord_Howe', '2026-10-03T14:00', '2026-10-03T20:00']
])('knows that %s in %s ends, at %s, at %s', (quiet, zone, now, until) => {
  const found = quietUntilMs(quiet, zone, ms(now))
  expect(found && new Date(found).toISOString()).toBe(until && new Date(ms(until)).toISOString())
})

it('always finds an end, at which it is quiet no more', () => {
  const times = ['00:00', '02:00', '02:30', '07:00', '22:00']
  for (const zone of ['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe'])
    for (const from of times)
      for (const until of times.filter(time => time !== from))
        for (const day of ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-25', '2026-11-01'])
          for (const hour of ['01', '06', '23']) {
            const nowMs = ms(`${day}T${hour}:07:30`)
            const end = quietUntilMs(`${from}-${until}`, zone, nowMs)
            if (end === undefined) continue
            expect(end).toBeGreaterThan(nowMs)
            expect(end).toBeLessThan(nowMs + 50 * 3_600_000)
            expect(quietUntilMs(`${from}-${until}`, zone, end)).toBeUndefined()
          }
})

it('takes what is said about something within ten minutes for an answer', () => {
  expect([0, 599_999, 600_000].map(afterMs => isAnswer(1_000, 1_000 + afterMs))).toEqual([true, true, false])
})
