import { expect, it } from 'vitest'
import { lines, NEW, startOn } from '../support/work-on-a-job.ts'

const MINUTE = 60_000
const NO_WORK = 'bot: *job_8f2* is idle; I’ve seen no work for this yet. I’ll keep looking for a while.'
const POINTS_ON = 'bot: The result came later: see below.'

it('reports work that starts late as news, and points to it where none had been seen', async () => {
  const journey = await startOn({ life: { startsLateMs: 150_000, worksMs: MINUTE, pullRequest: NEW } })
  await journey.advance(149_000)
  expect(lines(journey)).toEqual([NO_WORK])
  expect(journey.card()).toContain('*job_8f2* · idle, no work seen for this')
  await journey.advance(40_000)
  expect(journey.card()).toContain('*job_8f2* · working')
  await journey.advance(2 * MINUTE)
  expect(lines(journey)).toEqual([
    POINTS_ON,
    `bot, also in #docs: @Ana, *job_8f2* finished, now on pull request #2 (${NEW}).`
  ])
  expect(journey.thread()[0]).toBe(`${POINTS_ON}\n>add examples`)
  expect(journey.card()).toContain('*job_8f2* · finished')
})

it('says quietly, where none had been seen, that late work left no pull request', async () => {
  const life = { startsLateMs: 150_000, worksMs: MINUTE, pullRequest: false } as const
  const journey = await startOn({ prLink: null, life })
  await journey.advance(5 * MINUTE)
  expect(lines(journey)).toEqual(['bot: *job_8f2* finished, no pull request.'])
})

it('tells a link that comes after that as news', async () => {
  const life = { startsLateMs: 150_000, worksMs: MINUTE, pullRequest: NEW, linkLateMs: 5 * MINUTE }
  const journey = await startOn({ prLink: null, life })
  await journey.advance(5 * MINUTE)
  expect(lines(journey)).toEqual(['bot: *job_8f2* finished, no pull request.'])
  await journey.advance(6 * MINUTE)
  expect(lines(journey)).toEqual([
    POINTS_ON,
    `bot, also in #docs: @Ana, *job_8f2* finished: pull request #2 (${NEW}) is ready.`
  ])
})

it('tells a failure after it had seen no work as news', async () => {
  const journey = await startOn({ prLink: null, life: { startsLateMs: 150_000, ends: 'failed', worksMs: MINUTE } })
  await journey.advance(5 * MINUTE)
  expect(lines(journey)).toEqual([POINTS_ON, expect.stringMatching(/^bot, also in #docs: @Ana, \*job_8f2\* failed\./)])
})
