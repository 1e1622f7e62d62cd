import { expect, it } from 'vitest'
import { lines, NEW, OLD, startOn } from '../support/work-on-a-job.ts'

const MINUTE = 60_000

it('reports a three-second job within twenty, even if its link is unchanged', async () => {
  const journey = await startOn({ life: { worksMs: 3_000, pullRequest: 'same', keepsOldLink: true } })
  await journey.advance(20_000)
  expect(lines(journey)).toEqual([`bot, also in #docs: @Ana, *job_8f2* finished, still on pull request #1 (${OLD}).`])
})

it('reports a three-second job without a pull request within twenty', async () => {
  const journey = await startOn({ prLink: null, life: { worksMs: 3_000, pullRequest: false } })
  await journey.advance(20_000)
  expect(lines(journey)).toEqual(['bot, also in #docs: @Ana, *job_8f2* finished, no pull request.'])
})

it('adds a link that comes minutes later to its result', async () => {
  const life = { worksMs: MINUTE, pullRequest: NEW, linkLateMs: 5 * MINUTE }
  const journey = await startOn({ prLink: null, life })
  await journey.advance(90_000)
  expect(lines(journey)).toEqual(['bot, also in #docs: @Ana, *job_8f2* finished, no pull request.'])
  await journey.advance(6 * MINUTE)
  expect(lines(journey)).toEqual([`bot, also in #docs: @Ana, *job_8f2* finished: pull request #2 (${NEW}) is ready.`])
  expect(journey.card()).toContain('[View pull request #2')
  await journey.advance(6 * MINUTE)
  const seen = journey.looks()
  await journey.advance(20 * MINUTE)
  expect(journey.looks()).toBe(seen)
})

it('stops looking for a link ten minutes after a result without one', async () => {
  const journey = await startOn({ prLink: null, life: { worksMs: MINUTE, pullRequest: false } })
  await journey.advance(13 * MINUTE)
  const seen = journey.looks()
  await journey.advance(20 * MINUTE)
  expect(journey.looks()).toBe(seen)
  expect(lines(journey)).toEqual(['bot, also in #docs: @Ana, *job_8f2* finished, no pull request.'])
})

it('tells everybody the result that one person’s status request finds', async () => {
  const journey = await startOn({ life: { worksMs: 20 * MINUTE, pullRequest: NEW } })
  await journey.advance(MINUTE)
  journey.agent.finish('job_8f2', { prLink: NEW })
  expect(await journey.command('status job_8f2', { by: journey.ben })).toContain('*job_8f2*: *finished*')
  await journey.runDue()
  expect(lines(journey)).toEqual([`bot, also in #docs: @Ana, *job_8f2* finished, now on pull request #2 (${NEW}).`])
})
