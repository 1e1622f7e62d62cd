import { expect, it } from 'vitest'
import { type ClockTime, nextClockTimeMs } from '../../../src/followups/rules/zoned-time.ts'

it.each<[string, ClockTime, string, string, string]>([
  ['in the future today', { hour: 18, minute: 0 }, 'Europe/Paris', '2026-11-20T13:00Z', '2026-11-20T17:00Z'],
  ['over today', { hour: 9, minute: 0 }, 'Europe/Paris', '2026-11-20T13:00Z', '2026-11-21T08:00Z'],
  ['skipped at midnight', { hour: 0, minute: 30 }, 'America/Santiago', '2027-09-05T03:45Z', '2027-09-05T04:30Z'],
  [
    'skipped tomorrow',
    { day: 'tomorrow', hour: 0, minute: 30 },
    'America/Santiago',
    '2027-09-05T03:45Z',
    '2027-09-05T04:30Z'
  ],
  ['skipped in New York', { hour: 2, minute: 30 }, 'America/New_York', '2027-03-14T05:30Z', '2027-03-14T07:30Z'],
  ['skipped in Berlin', { hour: 2, minute: 30 }, 'Europe/Berlin', '2027-03-27T23:30Z', '2027-03-28T01:30Z'],
  ['shown again in a while', { hour: 1, minute: 30 }, 'America/New_York', '2027-11-07T05:45Z', '2027-11-07T06:30Z']
])('finds a time that is %s', (_, time, zone, now, expected) => {
  expect(new Date(nextClockTimeMs(time, zone, Date.parse(now)) ?? Number.NaN).toISOString()).toBe(
    expected.replace('Z', ':00.000Z')
  )
})
