import { expect, it } from 'vitest'
import { startTalking } from '../support/talking.ts'

const BOT = '<@U0AGENTBOT>'

it('sends nothing of a mention that is deleted while its hour is used up, and the new words of one that is edited', async () => {
  const { slack, agent, channel, ana, command, say, advance, thread, sent } = await startTalking({
    refusals: ['reactions.remove message_not_found']
  })
  agent.fail('send', { status: 429, retryAfter: '600' })
  await command('job_8f2 first')
  await advance(2_000)
  const edited = await say(`${BOT} job_8f2 shorten the intro`)
  const deleted = await say(`${BOT} job_8f2 drop the title`)
  await advance(2_000)
  await slack.edit({ channel, messageTs: edited.ts, user: ana, text: `${BOT} job_8f2 lengthen the intro` })
  await slack.remove({ channel, messageTs: deleted.ts })
  await advance(20 * 60_000)
  expect(sent()).toEqual(['first', 'lengthen the intro'])
  expect(thread()).toContain('bot: Follow-up from @Ana:\n>lengthen the intro')
  expect(thread().join()).not.toContain('drop the title')
})

it('sends nothing that was taken back, and no earlier words, when Slack delivers what was written last', async () => {
  const { slack, ana, channel, advance, sent } = await startTalking()
  const direct = slack.directChannel(ana).id
  const late = async (act: () => Promise<unknown>) => {
    slack.hold()
    await act()
    await slack.release(held => held.toReversed())
    await advance(3_000)
  }
  await late(async () => {
    const { ts } = await slack.say({ user: ana, channel: direct, text: 'job_8f2 drop the cache' })
    await slack.remove({ channel: direct, messageTs: ts })
  })
  await late(async () => {
    const { ts } = await slack.say({ user: ana, channel, text: `${BOT} job_8f2 drop the table` })
    await slack.remove({ channel, messageTs: ts })
  })
  expect(sent()).toEqual([])
  await late(async () => {
    const { ts } = await slack.say({ user: ana, channel: direct, text: 'job_8f2 shorten it' })
    await slack.edit({ user: ana, channel: direct, messageTs: ts, text: 'job_8f2 lengthen it' })
  })
  expect(sent()).toEqual(['lengthen it'])
})
