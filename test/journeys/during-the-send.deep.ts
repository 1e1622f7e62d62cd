import { expect, it } from 'vitest'
import type { SendResult } from '../../src/agent/agent-job.ts'
import { changeReply } from '../../src/followups/events/change-reply.ts'
import { withdrawReply } from '../../src/followups/events/withdraw-reply.ts'
import type { FollowupDeps } from '../../src/followups/followup-deps.ts'
import type { ReplyKey } from '../../src/followups/stores/reply-store.ts'
import { type Journey, startJourney } from '../support/journey.ts'

const MINUTE_MS = 60_000

const BUSY: SendResult = { kind: 'busy', retryAfterMs: 10 * MINUTE_MS }

/** Ben's reply is being sent. Meanwhile he changes it in Slack, and the bot takes note; then the service answers. */
async function startSending(
  inSlack: 'edit' | 'remove',
  takeNote: (deps: FollowupDeps, key: ReplyKey) => Promise<void>,
  {
    answer = BUSY,
    refusals = [],
    meanwhile = async () => {}
  }: { answer?: SendResult; refusals?: string[]; meanwhile?: (journey: Journey) => Promise<unknown> } = {}
) {
  const reply = { ts: '' }
  let isForAnother = false
  const journey: Journey = await startJourney({
    refusals,
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
          await meanwhile(journey)
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

it('does not send a reply later that was deleted while it was being sent', async () => {
  const { agent, ben, advance, thread, told } = await startSending('remove', withdrawReply, {
    // The marks of what is deleted go with it.
    refusals: ['reactions.add message_not_found', 'reactions.remove message_not_found']
  })
  expect(told(ben)).toEqual([
    'Too late to take this back: it’s on its way to the agent. Reply here with what it should do instead.\n>shorten it'
  ])
  expect(thread()).toEqual(['bot: Held, then cancelled before it was sent · @Ben 14:00'])
  await advance(15 * MINUTE_MS)
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['add examples'])
})

it('does not send a reply later that was edited and deleted while it was being sent, by a clock behind Slack’s', async () => {
  const { agent, advance } = await startSending('edit', async (deps, key) => {
    await changeReply(deps, key)
    await withdrawReply({ ...deps, now: () => deps.now() - 1_500 }, key)
  })
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

const sendCorrection = ({ slack, channel, ben, pressAndHear }: Journey) =>
  pressAndHear('send-correction', { by: ben, on: slack.ephemerals(channel, ben).at(-1)?.ts ?? '' })

it('no longer asks about words that were corrected while they were being sent, if nobody knows whether they went out', async () => {
  const { agent, advance, thread, card } = await startSending('edit', changeReply, {
    answer: { kind: 'maybe delivered', why: 'cut off' },
    meanwhile: sendCorrection
  })
  expect(thread()).toEqual([
    'Ben: lengthen it 📨',
    'bot: It was unclear whether *job_8f2* got this.\n>shorten it\n— Corrected · @Ben 14:00'
  ])
  await advance(15 * MINUTE_MS)
  expect(card()).not.toContain('Send again')
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['add examples', 'lengthen it'])
})

it('does not send words later that were corrected while they were being sent', async () => {
  const { agent, advance, thread } = await startSending('edit', changeReply, { meanwhile: sendCorrection })
  await advance(15 * MINUTE_MS)
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['add examples', 'lengthen it'])
  expect(thread().filter(line => line.startsWith('Ben:'))).toEqual(['Ben: lengthen it 📨'])
})

it('asks nobody to send again what was deleted while it was being sent, even if nobody knows whether it went out', async () => {
  const { thread, card } = await startSending('remove', withdrawReply, {
    answer: { kind: 'maybe delivered', why: 'cut off' }
  })
  expect(thread()).toEqual([
    'bot: It’s unclear whether *job_8f2* got this.\n>shorten it\n— The message was deleted · 14:00'
  ])
  expect(card()).toContain('⏳ *job_8f2* · maybe delivered, still watched')
  expect(card()).toContain('— The message was deleted · 14:00')
  expect(card()).not.toContain('Send again')
})
