import { expect, it } from 'vitest'
import { withdrawReply } from '../../src/followups/withdraw-reply.ts'
import { asShown } from '../support/as-shown.ts'
import { type JourneyOptions, startJourney } from '../support/journey.ts'
import { startWatching } from '../support/watched-job.ts'

const BOT = '<@U0AGENTBOT>'

/** A job, and somebody who speaks to the bot instead of typing a command. */
async function startTalking(options: JourneyOptions = {}) {
  const journey = await startJourney(options)
  const { slack, agent, channel, ana } = journey
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
  return {
    ...journey,
    say: (text: string, threadTs?: string) => slack.say({ user: ana, channel, text, ...(threadTs && { threadTs }) }),
    sent: () => agent.sends().map(({ prompt }) => prompt),
    marks: (ts: string) => slack.reactions(channel, ts).map(({ name }) => name)
  }
}

it('takes an instruction from a mention, marks it, and goes on in the thread of its card', async () => {
  const { agent, say, advance, card, cardTs, thread, told, ana, ben, slack, channel, sent, marks } =
    await startTalking()
  const { ts } = await say(`${BOT} job_8f2 shorten the intro for <@U0BEN>`)
  await advance(2_000)
  expect(card()).toBe(
    '⏳ *job_8f2* · working\n>shorten the intro for @Ben\n— example/shop on `main` · @Ana · since 14:00\n[Check now] [Stop watching] [🔔 Tell me]'
  )
  expect([told(ana), marks(ts)]).toEqual([[], ['incoming_envelope']])
  await slack.say({ user: ben, channel, text: 'and the title', threadTs: cardTs() })
  await advance(2_000)
  agent.finish('job_8f2', { prLink: null })
  await advance(60_000)
  expect(sent()).toEqual(['shorten the intro for @Ben', 'and the title'])
  expect(thread().at(-1)).toContain('finished')
  expect(marks(ts)).toEqual(['white_check_mark'])
})

it('takes an instruction from a direct message', async () => {
  const { slack, ana, advance, sent } = await startTalking()
  const direct = slack.directChannel(ana).id
  await slack.say({ user: ana, channel: direct, text: 'job_8f2 shorten the intro' })
  await advance(2_000)
  expect(sent()).toEqual(['shorten the intro'])
  expect(slack.messages(direct).map(asShown)).toEqual([
    'job_8f2 shorten the intro',
    '⏳ *job_8f2* · working\n>shorten the intro\n— example/shop on `main` · @Ana · since 14:00\n[Check now] [Stop watching]'
  ])
})

it('goes on in the thread that the job has, whatever thread the mention is in', async () => {
  const { slack, ana, ben, channel, reply, advance, thread, told, later } = await startWatching()
  const { ts } = await slack.say({ user: ben, channel, text: 'lunch?' })
  await slack.say({ user: ben, channel, text: `${BOT} job_8f2 shorten it`, threadTs: ts })
  await reply(`${BOT} and the title`, { by: ana })
  await advance(4_000)
  expect(later().toSorted()).toEqual(['and the title', 'shorten it'])
  expect(thread().find(line => line.includes('Follow-up from'))).toContain('>shorten it')
  expect(told(ben)).toEqual([expect.stringContaining('*job_8f2* already has a thread here.')])
})

it('answers privately what a command would be answered', async () => {
  const { slack, ana, say, told, runDue, sent } = await startTalking()
  await say(`${BOT} status job_8f2`)
  await say(`${BOT} list`)
  await say(`${BOT} log job_8f2`)
  await say(`${BOT} my jobs?`)
  await say(BOT)
  await say(`${BOT} job_8f2`)
  await say(`${BOT} shorten the intro`)
  await slack.say({ user: ana, channel: slack.directChannel(ana).id, text: 'help' })
  await slack.say({ user: ana, channel: slack.directChannel(ana).id, text: 'budget' })
  await runDue()
  expect(told(ana).map(words => words.split('\n')[0])).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^\*job_8f2\*: /),
      expect.stringContaining('I don’t know any jobs in this channel yet'),
      expect.stringContaining('I don’t know of any instructions to *job_8f2*'),
      '*100* of 100 follow-ups are left this hour, for everybody together.',
      expect.stringContaining('Steer a running agent job'),
      expect.stringContaining('what should *job_8f2* do?')
    ])
  )
  expect(sent()).toEqual([])
})

it('says nothing to thanks, and to what is only between people', async () => {
  const { say, told, ana, runDue, slack, channel } = await startTalking()
  await say(`${BOT} thank you!`)
  await say(`${BOT} // never mind`)
  await runDue()
  expect(told(ana)).toEqual([])
  expect(slack.messages(channel)).toHaveLength(2)
})

it('says privately that there is no such job, and leaves nothing in the channel', async () => {
  const { say, told, ana, runDue, slack, channel, marks } = await startTalking()
  const { ts } = await say(`${BOT} job_404 shorten the intro`)
  await runDue()
  expect(told(ana)).toEqual([
    'Nothing was sent: there’s no job *job_404* here. Check the id, then send it again. Your words:\n>job_404 shorten the intro'
  ])
  expect(slack.messages(channel)).toHaveLength(1)
  expect(marks(ts)).toEqual(['x'])
})

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
      'bot: Follow-up from @Ana:\n>drop the title\n— Cancelled before it was sent · 14:00'
    ])
  )
})

it.each(['guest', 'outsider', 'bot'] as const)('refuses a %s privately, and sends nothing', async kind => {
  const { slack, channel, runDue, told, sent } = await startTalking()
  const stranger = slack.addPerson({ name: 'Eve', kind }).id
  await slack.invite(channel, stranger)
  await slack.say({ user: stranger, channel, text: `${BOT} job_8f2 shorten the intro` })
  await runDue()
  expect(sent()).toEqual([])
  expect(slack.messages(channel)).toHaveLength(1)
  if (kind !== 'bot') expect(told(stranger)).toEqual([expect.stringContaining('Nothing was sent')])
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
  expect(await choose()).toContain('Nothing was sent: that reply was deleted')
  await advance(2_000)
  expect(sent()).toEqual(['first', 'lengthen the intro'])
  expect(told(ana).join('\n')).not.toContain('Just in time')
})
