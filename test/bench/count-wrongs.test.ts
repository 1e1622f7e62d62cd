import { expect, it } from 'vitest'
import { countWrongs, type Witnessed } from './count-wrongs.ts'

// Two follow-ups for one job, given at 0 and 100, each at work for a second; the bot is killed at 500.
const command = (number: number) => ({
  jobId: 'job_1',
  channel: `C${number}`,
  prompt: `page ${number}`,
  givenAtMs: 100 * (number - 1),
  takenAtMs: 100 * (number - 1) + 10
})
const send = (number: number, atMs: number) => ({ jobId: 'job_1', prompt: `page ${number}`, atMs })
const doubt = (number: number, atMs: number) => {
  return { jobId: 'job_1', channel: `C${number}`, what: 'doubt' as const, atMs }
}
const finished = (number: number, atMs: number, pullRequest = '/pull/2') => {
  return { ...doubt(number, atMs), what: 'finished' as const, pullRequest }
}
const both = (atMs: number) => [finished(1, atMs), finished(2, atMs)]
/** The first is told to have made a pull request of its own. */
const firstAt = (atMs: number) => [finished(1, atMs, '/pull/1'), finished(2, 2_000)]
const APART = [send(1, 20), send(2, 1_500)]
const IN_TIME = [send(1, 20), send(2, 120)]
const TWICE = { 'told twice': 1 }
const FALSELY = { 'told falsely': 1 }
const NEVER_TOLD = { lost: 1, 'under way at a kill, never told': 1 }

type Case = [what: string, sends: Witnessed['sends'], heard: Witnessed['heard'], wrongs: Record<string, number>]

const CASES: Case[] = [
  ['a result for each is right', IN_TIME, both(2_000), {}],
  ['a result in the channel of the other is none', IN_TIME, [finished(2, 2_000)], NEVER_TOLD],
  [
    'nothing was heard of what never arrived, or arrived after the result',
    [send(1, 20), send(2, 2_500)],
    both(2_000),
    NEVER_TOLD
  ],
  ['doubt is told about one of them', [send(2, 120)], [doubt(1, 900), finished(2, 2_000)], {}],
  ['doubt about one of them is none about the other', [], [doubt(1, 900)], NEVER_TOLD],
  ['one arrived twice', [...IN_TIME, send(1, 600)], both(2_000), { 'sent twice': 1 }],
  ['one run was told twice in a channel', IN_TIME, [...both(2_000), finished(1, 2_100)], TWICE],
  ['the run of another was told in a channel', APART, [finished(1, 1_200, '/pull/1'), ...both(3_000)], TWICE],
  [
    'the run of another that may not have arrived may be told, once',
    APART,
    [finished(1, 1_200, '/pull/1'), doubt(2, 1_600), ...both(3_000), finished(1, 3_100)],
    TWICE
  ],
  ['the second arrived first', [send(2, 120), send(1, 600)], both(2_000), { 'out of order': 1 }],
  ['a result while the job was at work', IN_TIME, firstAt(1_000), FALSELY],
  ['a result when the first would have been over, had the second not come', IN_TIME, firstAt(1_050), FALSELY]
]

it.each(CASES)('%s', (_, sends, heard, wrongs) => {
  const found = countWrongs({ commands: [command(1), command(2)], worksMs: 1_000, killsAtMs: [500], sends, heard })
  expect(Object.fromEntries(Object.entries(found.wrongs).filter(([, times]) => times > 0))).toEqual(wrongs)
})

it('what was not acknowledged may come to nothing', () => {
  const refused = { jobId: 'job_1', channel: 'C1', prompt: 'page 1', givenAtMs: 0 }
  const nothing = { sends: [], heard: [], worksMs: 1, killsAtMs: [1] }
  const { wrongs, acknowledged } = countWrongs({ commands: [refused], ...nothing })
  expect([wrongs.lost, acknowledged]).toEqual([0, 0])
})

it('counts as under way at a kill what was acknowledged before it and told after it', () => {
  const witnessed = { commands: [command(1), command(2)], worksMs: 100, sends: IN_TIME, heard: both(300) }
  const underWay = (killAtMs: number) => countWrongs({ ...witnessed, killsAtMs: [killAtMs] }).underWay
  expect([5, 50, 200, 400].map(underWay)).toEqual([0, 1, 2, 0])
})
