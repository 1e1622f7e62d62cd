import { expect, it } from 'vitest'
import { withdrawReply } from '../../src/followups/events/withdraw-reply.ts'
import { startTalking } from '../support/talking.ts'
import { startWatching } from '../support/watched-job.ts'

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
  expect(thread()).toEqual(
    expect.arrayContaining([
      'bot: Follow-up from @Ana:\n>lengthen the intro',
      'bot: Follow-up from @Ana, cancelled before it was sent · 14:00'
    ])
  )
})

it('sends what was said first first, even when Slack does not say at once who said it', async () => {
  const { slack, ana, channel, reply, advance, later } = await startWatching()
  const eve = slack.addPerson({ name: 'Eve' }).id
  await slack.invite(channel, eve)
  slack.fail('users.info', { error: 'internal_error', times: 3 })
  await slack.say({ user: eve, channel, text: `${BOT} job_8f2 shorten it` })
  await advance(1_000)
  await reply('and the title', { by: ana })
  await advance(60_000)
  expect(later()).toEqual(['shorten it', 'and the title'])
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

it('posts nothing of what is deleted while its job is read', async () => {
  const mention = { ts: '' }
  const journey = await startTalking({
    wrap: deps => ({
      ...deps,
      agent: {
        ...deps.agent,
        async readJob(...call) {
          const key = { teamId: journey.slack.teamId, channelId: journey.channel, ts: mention.ts }
          if (mention.ts !== '') await withdrawReply(deps, key)
          return deps.agent.readJob(...call)
        }
      }
    })
  })
  const { slack, channel, say, advance, sent } = journey
  mention.ts = (await say(`${BOT} job_8f2 use the password`)).ts
  await advance(3_000)
  expect(sent()).toEqual([])
  expect(slack.messages(channel).map(({ text }) => text)).toEqual([`${BOT} job_8f2 use the password`])
})

it('sends to the chosen job what the message says by then, or nothing of one that was deleted', async () => {
  const { slack, channel, ana, agent, command, say, advance, told, pressAndHear, sent } = await startTalking()
  agent.addJob({ id: 'job_9', life: { ends: 'never' } })
  await command('job_9 first')
  await advance(2_000)
  const choose = () => pressAndHear('choose-job', { on: slack.ephemerals(channel, ana).at(-1)?.ts ?? '' })
  const edited = await say(`${BOT} shorten the intro`)
  await advance(1_000)
  await slack.edit({ user: ana, channel, messageTs: edited.ts, text: `${BOT} lengthen the intro` })
  await advance(1_000)
  expect(await choose()).toBe('Got it: on its way to *job_9*.')
  await advance(2_000)
  const deleted = await say(`${BOT} drop the intro`)
  await advance(1_000)
  await slack.remove({ channel, messageTs: deleted.ts })
  await advance(1_000)
  expect(await choose()).toContain('Not sent: that reply was deleted')
  await advance(2_000)
  expect(sent()).toEqual(['first', 'lengthen the intro'])
  expect(told(ana).join('\n')).not.toContain('Just in time')
})
