import { expect, it } from 'vitest'
import type { SendResult } from '../../src/agent/agent-job.ts'
import { readMessage } from '../../src/followups/inbox/read-message.ts'
import { type Journey, startJourney } from '../support/journey.ts'

const MINUTE_MS = 60_000

const BUSY: SendResult = { kind: 'busy', retryAfterMs: 10 * MINUTE_MS }

/** Ben's reply is being sent. Meanwhile he changes it in Slack, and the bot takes note; then the service answers. */
async function startSending(
  inSlack: 'edit' | 'remove',
  { answer = BUSY, refusals = [] }: { answer?: SendResult; refusals?: string[] } = {}
) {
  const reply = { ts: '' }
  const journey: Journey = await startJourney({
    refusals,
    wrap: deps => ({
      ...deps,
      agent: {
        ...deps.agent,
        async sendMessage(...call) {
          if (reply.ts === '') return deps.agent.sendMessage(...call)
          const { slack, channel, ben } = journey
          const key = { teamId: slack.teamId, channelId: channel, ts: reply.ts }
          reply.ts = ''
          if (inSlack === 'remove') await slack.remove({ channel, messageTs: key.ts })
          else await slack.edit({ channel, messageTs: key.ts, user: ben, text: 'lengthen it' })
          await slack.deliveriesDone()
          // It cannot be decided yet.
          await expect(readMessage(deps, key)).rejects.toThrow()
          return answer
        }
      }
    })
  })
  journey.agent.addJob({ id: 'job_8f2' })
  await journey.command('job_8f2 add examples')
  await journey.advance(2_000)
  reply.ts = (await journey.reply('shorten it')).ts
  await journey.advance(5_000)
  return journey
}

const GONE = ['reactions.add message_not_found', 'reactions.remove message_not_found']

it('does not send a reply later that was deleted while it was being sent', async () => {
  const { agent, ben, advance, told } = await startSending('remove', { refusals: GONE })
  await advance(15 * MINUTE_MS)
  expect([told(ben), agent.sends().map(({ prompt }) => prompt)]).toEqual([[], ['add examples']])
})

it('sends the new words of a reply that was edited while it was being sent, if it did not go out', async () => {
  const { agent, ben, advance, told } = await startSending('edit')
  await advance(15 * MINUTE_MS)
  expect([told(ben), agent.sends().map(({ prompt }) => prompt)]).toEqual([[], ['add examples', 'lengthen it']])
})

it.each([
  ['edit', [], /^The agent may have your earlier words\./],
  ['remove', GONE.slice(0, 1), /^The agent may already have it\.$/]
] as const)('says after an %s during the send that the agent may have it, once that is known', async (...row) => {
  const [change, refusals, words] = row
  const doubt = { kind: 'maybe delivered', why: 'cut off' } as const
  const { agent, ben, advance, told } = await startSending(change, { answer: doubt, refusals: [...refusals] })
  await advance(MINUTE_MS)
  expect(told(ben)).toEqual([expect.stringMatching(words)])
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['add examples'])
})
