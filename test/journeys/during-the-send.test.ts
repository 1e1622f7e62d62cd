import { expect, it } from 'vitest'
import { changeReply } from '../../src/followups/change-reply.ts'
import type { FollowupDeps } from '../../src/followups/followup-deps.ts'
import type { ReplyKey } from '../../src/followups/stores/reply-store.ts'
import { withdrawReply } from '../../src/followups/withdraw-reply.ts'
import { startJourney } from '../support/journey.ts'

const MINUTE_MS = 60_000

/** Ben's reply is being sent. Meanwhile he changes it in Slack, and the bot takes note; then the service asks to wait. */
async function startSending(
  inSlack: 'edit' | 'remove',
  takeNote: (deps: FollowupDeps, key: ReplyKey) => Promise<void>
) {
  const reply = { ts: '' }
  let isForAnother = false
  const journey = await startJourney({
    // The marks of what is deleted go with it.
    refusals: inSlack === 'remove' ? ['reactions.add message_not_found', 'reactions.remove message_not_found'] : [],
    wrap: deps => ({
      ...deps,
      // Another process takes what the change in Slack is to cause.
      enqueue: async (...planned) => {
        if (!isForAnother) await deps.enqueue(...planned)
      },
      agent: {
        ...deps.agent,
        async sendMessage(...call) {
          if (reply.ts === '') return deps.agent.sendMessage(...call)
          const { slack, channel, ben } = journey
          const key = { teamId: slack.teamId, channelId: channel, ts: reply.ts }
          reply.ts = ''
          isForAnother = true
          if (inSlack === 'remove') await slack.remove({ channel, messageTs: key.ts })
          else await slack.edit({ channel, messageTs: key.ts, user: ben, text: 'lengthen it' })
          await slack.deliveriesDone()
          isForAnother = false
          await takeNote(deps, key)
          return { kind: 'busy', retryAfterMs: 10 * MINUTE_MS }
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

it('does not send a reply later that was deleted while it was being sent', async () => {
  const { agent, ben, advance, thread, told } = await startSending('remove', withdrawReply)
  expect(told(ben)).toEqual([
    'Too late to take this back: it’s on its way to the agent. Reply here with what it should do instead.\n>shorten it'
  ])
  expect(thread()).toEqual(['bot: Held, then cancelled before it was sent · @Ben 14:00'])
  await advance(15 * MINUTE_MS)
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['add examples'])
})

it('sends the new words of a reply that was edited while it was being sent, if it did not go out', async () => {
  const { agent, ben, advance, thread, told } = await startSending('edit', changeReply)
  expect(told(ben)).toEqual([
    'Send the correction? Your reply is going out without this edit.\n>lengthen it\n[Send the correction]'
  ])
  expect(thread().at(-1)).toMatch(/^bot: Not sent yet: .*\n>lengthen it\n\[Cancel]$/)
  await advance(15 * MINUTE_MS)
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['add examples', 'lengthen it'])
})
