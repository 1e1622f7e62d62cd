import type { Journey } from '../support/journey.ts'
import { type BroughtCase, MOMENT_MS, testBrought, withEnvelope } from './slack-brings.ts'
import { FINISHED, result, toldPrivately } from './what-is-seen.ts'

const MINUTE_MS = 60_000
const HOURS_MS = 2 * 3_600_000

/** What Ben says in the thread arrives as if somebody or something else had said it, once for each change. */
async function replyAs({ slack, reply, advance }: Journey, ...changes: object[]): Promise<void> {
  slack.hold()
  await reply('shorten it')
  await slack.release(held =>
    held.flatMap(event =>
      changes.map((change, at) =>
        withEnvelope(event, { event_id: `${event.id}-${at}`, event: { ...Object(event.payload.event), ...change } })
      )
    )
  )
  await advance(MOMENT_MS)
}

async function inviteBot({ slack, channel }: Journey): Promise<string> {
  const { id } = slack.addPerson({ id: 'U0OTTO', name: 'Otto', kind: 'bot' })
  await slack.invite(channel, id)
  return id
}

const UNHEARD: Partial<BroughtCase> = { thread: ['Ben: shorten it'] }
const NEXT = 'pull request #2 (https://github.com/example/shop/pull/2)'
const LINK = 'https://example.com/style'
const TOO_LATE = 'Too late: the agent already has it.'

/** Replies out of order, edits, deletions, and messages from anything but people or from outside a thread. */
testBrought([
  {
    name: 'replies in a different order than they were written',
    later: ['step 1', 'step 2', 'step 3', 'step 4'],
    thread: ['Ben: step 1 📨', 'Ana: step 2 📨', 'Ben: step 3 📨', 'Ana: step 4 📨'],
    async bring({ slack, ana, ben, reply, advance }) {
      slack.hold()
      for (const [at, by] of [ben, ana, ben, ana].entries()) await reply(`step ${at + 1}`, { by })
      await slack.release(held => held.toReversed())
      await advance(MOMENT_MS)
    }
  },
  {
    name: 'a reply that arrives half a second after a later one',
    later: ['step 1', 'step 2'],
    thread: ['Ben: step 1 📨', 'Ben: step 2 📨'],
    async bring({ slack, reply, runDue, advance }) {
      slack.hold()
      await reply('step 1')
      await reply('step 2')
      await slack.release(held => held.slice(1))
      await runDue()
      await advance(500)
      await slack.release()
      await advance(MOMENT_MS)
    }
  },
  {
    name: 'a reply also sent to the channel',
    later: ['shorten it'],
    thread: ['Ben, also in #docs: shorten it 📨'],
    bring: ({ tell }) => tell('shorten it', { broadcast: true })
  },
  {
    name: 'a reply that gets a preview, is edited, and edited again after it was sent',
    later: ['lengthen it'],
    thread: ['Ben: lengthen it more 📨'],
    told: toldPrivately({ ben: ['Not sent: the agent already has your earlier words.'] }),
    async bring({ slack, channel, reply, edit }) {
      const { ts: messageTs } = await reply(`shorten it, see ${LINK}`)
      await slack.unfurl({ channel, messageTs })
      await edit(messageTs, 'lengthen it')
      await edit(messageTs, 'lengthen it more')
    }
  },
  {
    name: 'an aside that is edited into a follow-up',
    later: ['shorten it'],
    thread: ['Ben: shorten it 📨'],
    bring: async ({ tell, edit }) => edit(await tell('// shorten it?'), 'shorten it')
  },
  {
    name: 'a reply edited while it is held: it goes out as it is now',
    options: { hourlyLimit: 1 },
    later: ['lengthen it'],
    thread: ['Ben: lengthen it 📨', 'bot: No longer waiting. The card shows where it stands.'],
    states: ['watching', 'cancelled', 'watching'],
    messages: 2,
    async bring({ tell, edit, advance, sleep }) {
      await edit(await tell('shorten it'), 'lengthen it')
      await sleep(HOURS_MS)
      await advance(MOMENT_MS)
    }
  },
  {
    name: 'a reply that is deleted while it is held',
    options: { hourlyLimit: 1, refusals: ['reactions.remove message_not_found'] },
    states: ['watching', 'cancelled'],
    thread: ['bot: A follow-up was cancelled before it was sent · 14:00'],
    messages: 2,
    async bring({ tell, remove, advance, sleep }) {
      await remove(await tell('shorten it'))
      await sleep(HOURS_MS)
      await advance(MOMENT_MS)
    }
  },
  {
    name: 'a reply that is deleted after it was sent',
    options: { refusals: ['reactions.add message_not_found'] },
    later: ['shorten it'],
    states: ['completed', 'completed'],
    cards: [`✅ *job_8f2* · ready for review · ${NEXT}`],
    told: toldPrivately({ ben: [TOO_LATE] }),
    thread: [result('@Ana @Ben'), `bot, also in #docs: @Ben, *job_8f2* finished again, now on ${NEXT}.`],
    messages: 3,
    async bring({ agent, tell, remove, advance }) {
      await remove(await tell('shorten it'))
      agent.finish('job_8f2')
      await advance(MINUTE_MS)
      agent.setJob('job_8f2', { status: 'active' })
      await advance(MINUTE_MS)
      agent.finish('job_8f2')
      await advance(MINUTE_MS)
    }
  },
  {
    name: 'a reply deleted just before the bot picks it up',
    bring: async ({ reply, remove }) => remove((await reply('shorten it')).ts)
  },
  {
    name: 'a deletion that arrives before its reply',
    async bring({ slack, channel, reply, advance }) {
      slack.hold()
      const { ts: messageTs } = await reply('shorten it')
      await slack.remove({ channel, messageTs })
      await slack.release(held => held.toReversed())
      await advance(MOMENT_MS)
    }
  },
  {
    name: 'the bot’s own messages, even with no sign that a bot wrote them',
    states: ['completed'],
    cards: [FINISHED],
    thread: [result('@Ana')],
    messages: 2,
    async bring({ slack, agent, advance }) {
      slack.hold()
      agent.finish('job_8f2')
      await advance(MINUTE_MS)
      const unnamed = (event: object) => ({ event: { ...event, bot_id: undefined, app_id: undefined } })
      await slack.release(held =>
        held.flatMap(event => [
          event,
          withEnvelope(event, { event_id: `${event.id}-unnamed`, ...unnamed(Object(event.payload.event)) })
        ])
      )
      await advance(MOMENT_MS)
    }
  },
  {
    name: 'another bot’s messages',
    thread: ['U0OTTO: shorten it'],
    bring: async journey => journey.tell('shorten it', { by: await inviteBot(journey) })
  },
  {
    name: 'another bot’s messages, where only its account shows that it is a bot',
    ...UNHEARD,
    told: toldPrivately({ others: ['Not sent: bots can’t steer agent jobs.'] }),
    bring: async journey => replyAs(journey, { user: await inviteBot(journey) })
  },
  {
    name: 'Slackbot’s messages',
    ...UNHEARD,
    bring: journey => replyAs(journey, { user: 'USLACKBOT' }, { user: 'USLACKBOT', bot_id: 'B01' })
  },
  {
    name: 'messages of kinds that the bot does not handle, or that do not exist yet',
    ...UNHEARD,
    bring: journey =>
      replyAs(
        journey,
        { subtype: 'bot_message' },
        { subtype: 'channel_join' },
        { subtype: 'me_message' },
        { subtype: 'reminder_add' },
        { subtype: 'something_new' },
        { subtype: 'message_changed', message: { subtype: 'something_new' } },
        { subtype: 'message_deleted' },
        { type: 'something_new' },
        { user: undefined },
        { ts: undefined },
        { thread_ts: undefined },
        { text: 7 }
      )
  },
  {
    name: 'what people say and do outside its threads',
    thread: [],
    async bring({ slack, ana, ben, channel, cardTs, advance }) {
      const on = cardTs()
      const { ts: threadTs } = await slack.say({ user: ana, channel, text: 'job_8f2 in the open' })
      await slack.say({ user: ben, channel, text: 'an answer to that', threadTs })
      await slack.say({ user: ana, channel, text: 'shorten it', threadTs, broadcast: true })
      await slack.react({ user: ben, channel, messageTs: on, name: 'eyes' })
      await advance(MOMENT_MS)
    }
  }
])
