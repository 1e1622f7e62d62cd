import { expect, it } from 'vitest'
import type { NewJob } from '../../sandbox/agent/stand-in-job.ts'
import { type Journey, startJourney } from '../support/journey.ts'

const OLD = 'https://github.com/acme/docs/pull/1'
const NEW = 'https://github.com/acme/docs/pull/2'

/** Ana sends to a job that has already finished with a link. */
async function startOnFinished(life: NewJob['life'], job: Partial<NewJob> = {}): Promise<Journey> {
  const journey = await startJourney()
  journey.agent.addJob({ id: 'job_8f2', status: 'completed', prLink: OLD, life, ...job })
  await journey.command('job_8f2 add examples')
  await journey.runDue()
  return journey
}

const outcomes = ({ thread }: Journey) => thread().map(line => line.split('\n')[0])

const finished = (who: string, words: string) => `bot, also in #docs: ${who}, *job_8f2* finished${words}`

it('does not take the old result for the new one while the record lags behind', async () => {
  const journey = await startOnFinished({ staleMs: 40_000, worksMs: 60_000, pullRequest: NEW })
  await journey.advance(39_000)
  expect(journey.thread()).toEqual([])
  expect(journey.card()).toContain('*job_8f2* · working')
  await journey.advance(20_000)
  expect(journey.thread()).toEqual([])
  await journey.advance(30_000)
  expect(outcomes(journey)).toEqual([finished('@Ana', `, now on pull request #2 (${NEW}).`)])
})

it('takes a new link as the new result, even if the work was never seen', async () => {
  const journey = await startOnFinished({ staleMs: 6_000, worksMs: 1_000, pullRequest: NEW })
  await journey.advance(5_500)
  expect(journey.thread()).toEqual([])
  await journey.advance(20_000)
  expect(outcomes(journey)).toEqual([finished('@Ana', `, now on pull request #2 (${NEW}).`)])
})

it('believes a send’s answer that the job works, once two looks ten seconds apart agree on the end', async () => {
  const journey = await startOnFinished({ worksMs: 1_000, pullRequest: 'same', keepsOldLink: true })
  await journey.advance(14_000)
  expect(journey.thread()).toEqual([])
  await journey.advance(4_000)
  expect(outcomes(journey)).toEqual([finished('@Ana', `, still on pull request #1 (${OLD}).`)])
})

it('reports the end of a run that its send went into', async () => {
  const journey = await startOnFinished(
    { worksMs: 3_000, pullRequest: 'same', keepsOldLink: true },
    { status: 'active' }
  )
  await journey.advance(20_000)
  expect(outcomes(journey)).toEqual([finished('@Ana', `, still on pull request #1 (${OLD}).`)])
})

it('waits for work of its own if it could not read the job before', async () => {
  const journey = await startJourney()
  const { agent, command, runDue, advance } = journey
  agent.addJob({ id: 'job_8f2', status: 'completed', prLink: OLD, life: { staleMs: 60_000, worksMs: 80_000 } })
  agent.fail('read', { status: 429, retryAfter: '5' })
  await command('job_8f2 add examples')
  await runDue()
  await advance(59_000)
  expect(journey.thread()).toEqual([])
  await advance(15_000)
  agent.finish('job_8f2', { prLink: NEW })
  await advance(60_000)
  // The old link was not known at the send, so the bot does not call this one new.
  expect(outcomes(journey)).toEqual([finished('@Ana', `: pull request #2 (${NEW}) is ready.`)])
})

it('tells archived from an earlier completed at once', async () => {
  const journey = await startOnFinished({ worksMs: 2_000, ends: 'archived', keepsOldLink: true })
  await journey.advance(6_000)
  expect(outcomes(journey)).toEqual([
    `bot, also in #docs: @Ana, *job_8f2* was archived. Its pull request #1 (${OLD}) stays.`
  ])
})

it('waits for a late link, and says that it is waiting', async () => {
  const journey = await startOnFinished({ worksMs: 10_000, pullRequest: NEW, linkLateMs: 40_000 }, { prLink: null })
  await journey.advance(25_000)
  expect(journey.card()).toContain('*job_8f2* · finished, waiting for the pull request')
  expect(journey.thread()).toEqual([])
  await journey.advance(80_000)
  expect(outcomes(journey)).toEqual([finished('@Ana', `: pull request #2 (${NEW}) is ready.`)])
})

it('keeps watching when the job works again while it waits for a late link', async () => {
  const journey = await startOnFinished({ worksMs: 10_000, pullRequest: false }, { prLink: null })
  await journey.advance(21_000)
  expect(journey.card()).toContain('finished, waiting for the pull request')
  journey.agent.setJob('job_8f2', { status: 'active' })
  await journey.advance(30_000)
  expect(journey.card()).toContain('*job_8f2* · working')
  journey.agent.finish('job_8f2', { prLink: NEW })
  await journey.advance(60_000)
  expect(outcomes(journey)).toEqual([finished('@Ana', `: pull request #2 (${NEW}) is ready.`)])
})

it('gives each of two follow-ups in a row its own result, never the first one’s to the second', async () => {
  const journey = await startOnFinished({ worksMs: 10_000, pullRequest: NEW })
  await journey.advance(30_000)
  expect(outcomes(journey)).toEqual([finished('@Ana', `, now on pull request #2 (${NEW}).`)])

  const third = 'https://github.com/acme/docs/pull/3'
  journey.agent.setJob('job_8f2', { life: { staleMs: 30_000, worksMs: 40_000, pullRequest: third } })
  await journey.reply('shorten it')
  await journey.runDue()
  await journey.advance(29_000)
  expect(journey.thread()[1]).toBe('Ben: shorten it 📨')
  expect(journey.thread()).toHaveLength(2)
  await journey.advance(60_000)
  expect(outcomes(journey)).toEqual([
    finished('@Ana', `, now on pull request #2 (${NEW}).`),
    'Ben: shorten it ✅',
    finished('@Ben', `, now on pull request #3 (${third}).`)
  ])
})
