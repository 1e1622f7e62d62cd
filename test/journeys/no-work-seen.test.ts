import { expect, it } from 'vitest'
import { lines, NEW, startOn } from '../support/work-on-a-job.ts'

const MINUTE = 60_000
const NOT_STARTED = 'bot: Sent. *job_8f2* hasn’t started on it yet.'
const STARTED = 'bot: Sent. *job_8f2* started on it later.'

it('says that the job has not started, and reports work that starts late as usual', async () => {
  const journey = await startOn({ life: { startsLateMs: 150_000, worksMs: MINUTE, pullRequest: NEW } })
  await journey.advance(149_000)
  expect(journey.thread()).toEqual([`${NOT_STARTED}\n>add examples`])
  expect(journey.card()).toContain('*job_8f2* · sent, not started')
  await journey.advance(40_000)
  expect(journey.card()).toContain('*job_8f2* · working')
  await journey.advance(2 * MINUTE)
  expect(lines(journey)).toEqual([
    STARTED,
    `bot, also in #docs: @Ana, *job_8f2* finished, now on pull request #2 (${NEW}).`
  ])
  expect(journey.card()).toContain('*job_8f2* · ready for review')
})

it.each([
  ['finished, no pull request.', { pullRequest: false }],
  ['failed. Reply here to try something else.', { ends: 'failed' }]
] as const)('reports late work that %s', async (words, life) => {
  const journey = await startOn({ prLink: null, life: { startsLateMs: 150_000, worksMs: MINUTE, ...life } })
  await journey.advance(5 * MINUTE)
  expect(lines(journey)).toEqual([STARTED, `bot, also in #docs: @Ana, *job_8f2* ${words}`])
})
