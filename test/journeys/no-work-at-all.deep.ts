import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { lines, NEW, OLD, startOn } from '../support/work-on-a-job.ts'

const MINUTE = 60_000
const NOT_STARTED = 'bot: Sent. *job_8f2* hasn’t started on it yet.'

it('ends the watch, and says so, when the job has not started within half an hour', async () => {
  const journey = await startOn({ life: { startsLateMs: 40 * MINUTE, worksMs: MINUTE, pullRequest: NEW } })
  await journey.advance(31 * MINUTE)
  expect(lines(journey)).toEqual([NOT_STARTED])
  await journey.advance(MINUTE)
  expect(journey.thread()).toEqual([
    'bot: Sent. *job_8f2* hasn’t started on it, so I’ve stopped looking. Reply with what to do.\n>add examples'
  ])
  expect(journey.card()).toContain('*job_8f2* · no longer watched')
})

it('keeps the mark of a reply on which the job has not started', async () => {
  const journey = await startOn({ life: { worksMs: 3_000, pullRequest: NEW } })
  await journey.advance(MINUTE)
  journey.agent.setJob('job_8f2', { life: { startsLateMs: 60 * MINUTE } })
  await journey.reply('shorten it')
  await journey.advance(40 * MINUTE)
  expect(lines(journey)[1]).toBe('Ben: shorten it 📨')
  expect(journey.thread()[2]).toMatch(/so I’ve stopped looking\. .*\n>shorten it$/)
})

it.each([
  ['the agent service allows no reading', { status: 429, retryAfter: '40' } as const, ': pull request #2'],
  // Also in the look before the card.
  ['the record has no status', { kind: 'missing status', times: 2 } as const, ', now on pull request #2']
])('reports a run that was seen after the send if %s just before it', async (_, fault, words) => {
  const journey = await startJourney()
  journey.agent.addJob({ id: 'job_8f2', status: 'completed', prLink: OLD, life: { worksMs: 20_000, pullRequest: NEW } })
  journey.agent.fail('read', fault)
  await journey.command('job_8f2 add examples')
  await journey.advance(5 * MINUTE)
  expect(lines(journey)).toEqual([expect.stringContaining(`bot, also in #docs: @Ana, *job_8f2* finished${words}`)])
})
