import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { lines, NEW, OLD, startOn } from '../support/work-on-a-job.ts'

const MINUTE = 60_000
const NO_WORK = 'bot: *job_8f2* is idle; I’ve seen no work for this yet. I’ll keep looking for a while.'

it('ends the watch, and says so, when no work follows within half an hour', async () => {
  const journey = await startOn({ life: { startsLateMs: 40 * MINUTE, worksMs: MINUTE, pullRequest: NEW } })
  await journey.advance(31 * MINUTE)
  expect(lines(journey)).toEqual([NO_WORK])
  await journey.advance(MINUTE)
  expect(journey.thread()).toEqual([
    'bot: *job_8f2* is idle; I’ve seen no work for this. I’ve stopped looking. Reply with what to do.\n>add examples'
  ])
  expect(journey.card()).toContain('*job_8f2* · no longer watched')
})

it('keeps the mark of a reply for which no work was seen', async () => {
  const journey = await startOn({ life: { worksMs: 3_000, pullRequest: NEW } })
  await journey.advance(MINUTE)
  journey.agent.setJob('job_8f2', { life: { startsLateMs: 60 * MINUTE } })
  await journey.reply('shorten it')
  await journey.advance(40 * MINUTE)
  expect(lines(journey)[1]).toBe('Ben: shorten it 📨')
  expect(journey.thread()[2]).toMatch(/I’ve stopped looking\. .*\n>shorten it$/)
})

it('posts the result again when the message it belongs in was deleted', async () => {
  const life = { startsLateMs: 3 * MINUTE, worksMs: MINUTE, pullRequest: false } as const
  const journey = await startOn({ prLink: null, life }, { refusals: ['chat.update message_not_found'] })
  await journey.advance(2 * MINUTE)
  await journey.slack.remove({ channel: journey.channel, messageTs: journey.find('I’ve seen no work') })
  await journey.advance(5 * MINUTE)
  expect(lines(journey)).toEqual(['bot: @Ana, *job_8f2* finished, no pull request.'])
})

it.each([
  ['the agent service allows no reading', { status: 429, retryAfter: '40' } as const],
  // Also in the look before the card.
  ['the record has no status', { kind: 'missing status', times: 2 } as const]
])('says that it cannot tell whether work was done if %s just before the send', async (_, fault) => {
  const journey = await startJourney()
  journey.agent.addJob({ id: 'job_8f2', status: 'completed', prLink: OLD, life: { worksMs: 20_000, pullRequest: NEW } })
  journey.agent.fail('read', fault)
  await journey.command('job_8f2 add examples')
  await journey.advance(5 * MINUTE)
  expect(lines(journey)).toEqual([
    `bot: @Ana, *job_8f2* is idle. I couldn’t check on it just before I sent this, so I can’t tell whether this has been done. Its latest link is pull request #2 (${NEW}). I’ll keep looking for a while.`
  ])
})
