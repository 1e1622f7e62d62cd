import type { Delivery } from '../../sandbox/slack/deliveries.ts'
import type { Journey } from '../support/journey.ts'
import { asNew, type BroughtCase, MOMENT_MS, testBrought, withEnvelope } from './slack-brings.ts'
import { HELP, STATUS, toldPrivately } from './what-is-seen.ts'

const PROMISE = 'I’ll write to you directly when *job_8f2* ends.'
const ALREADY = 'Not sent: you asked *job_8f2* for the same thing at 14:00 (sent).'
const IN_THREAD =
  '*job_8f2* already has a thread here. Your follow-up is in that thread (https://stand-in.slack.com/archives/C0DOCS/p1795183200000000?thread_ts=1795183200.000000&cid=C0DOCS).'

const MINUTE_MS = 60_000
const TOO_OLD_MS = 10 * MINUTE_MS

/** A follow-up, a word for the bot, and a mention in the channel. */
async function sayEverything({ slack, ben, channel, reply }: Journey): Promise<void> {
  await reply('shorten it')
  await reply('status')
  await slack.say({ user: ben, channel, text: `<@${slack.botUserId}> hello` })
}

const EVERYTHING_ONCE: Partial<BroughtCase> = {
  later: ['shorten it'],
  thread: ['Ben: shorten it 📨', 'Ben: status'],
  told: toldPrivately({ ben: [HELP, STATUS] })
}

const ofKind = ({ slack }: Journey, kind: Delivery['kind']) =>
  slack.deliveries().filter(delivery => delivery.kind === kind)

/** Slack got none of its acknowledgements: every event again, all at once. */
const bringEventsAgain = (journey: Journey) =>
  Promise.all(ofKind(journey, 'events_api').map(({ id }) => journey.slack.deliverAgain(id)))

/** What Slack, or an eavesdropper, delivers again; and what people do again. */
testBrought([
  {
    name: 'every event twice',
    ...EVERYTHING_ONCE,
    async bring(journey) {
      journey.slack.hold()
      await sayEverything(journey)
      await journey.slack.release(held => held.flatMap(event => [event, asNew(event)]))
      await journey.advance(MOMENT_MS)
    }
  },
  {
    name: 'every event again after its acknowledgement was lost: at once, after it was done, and after a restart',
    ...EVERYTHING_ONCE,
    async bring(journey) {
      await sayEverything(journey)
      await bringEventsAgain(journey)
      await journey.advance(MOMENT_MS)
      await bringEventsAgain(journey)
      await journey.restart()
      await bringEventsAgain(journey)
      await journey.advance(MOMENT_MS)
    }
  },
  {
    name: 'every reply and every mention under a second event_id',
    ...EVERYTHING_ONCE,
    async bring(journey) {
      journey.slack.hold()
      await sayEverything(journey)
      await journey.slack.release(held =>
        held.flatMap(event => [event, withEnvelope(event, { event_id: `${event.id}-again` })])
      )
      await journey.advance(MOMENT_MS)
    }
  },
  {
    name: 'two events for one reply, with the mention first',
    later: ['shorten it'],
    thread: ['Ben: @U0AGENTBOT shorten it 📨'],
    async bring({ slack, reply, advance }) {
      slack.hold()
      await reply(`<@${slack.botUserId}> shorten it`)
      await slack.release(held => held.toReversed())
      await advance(MOMENT_MS)
    }
  },
  {
    name: 'every request again over HTTP, newly signed',
    options: { overHttp: true },
    ...EVERYTHING_ONCE,
    async bring(journey) {
      await sayEverything(journey)
      for (const { id } of journey.slack.deliveries()) await journey.slack.deliverAgain(id)
      await journey.advance(MOMENT_MS)
    }
  },
  {
    name: 'requests over HTTP that were signed long ago',
    options: { overHttp: true },
    thread: ['Ben: shorten it', 'Ben: status'],
    async bring(journey) {
      journey.slack.hold()
      await sayEverything(journey)
      for (const { id } of journey.slack.deliveries().filter(({ state }) => state === 'held')) {
        const { kind } = await journey.slack.deliverAgain(id, { signedAgoMs: TOO_OLD_MS })
        if (kind !== 'failed') throw new Error('A request that was signed long ago was taken')
      }
      await journey.advance(MOMENT_MS)
    }
  },
  {
    name: 'a command twice, with the same trigger_id',
    async bring(journey) {
      for (const { id } of ofKind(journey, 'slash_commands')) {
        const { kind } = await journey.slack.deliverAgain(id)
        if (kind !== 'acknowledged') throw new Error('The same command is answered in another way')
      }
      await journey.advance(MOMENT_MS)
    }
  },
  {
    name: 'a press twice, with the same action_ts',
    told: toldPrivately({ ben: [PROMISE] }),
    async bring(journey) {
      await journey.press('tell-me', { by: journey.ben })
      for (const { id } of ofKind(journey, 'interactive')) await journey.slack.deliverAgain(id)
      await journey.advance(MOMENT_MS)
    }
  },
  {
    name: 'a second press of the same button',
    told: toldPrivately({ ben: [PROMISE, PROMISE] }),
    async bring({ pressAndHear, advance, ben }) {
      for (let press = 0; press < 2; press++) await pressAndHear('tell-me', { by: ben })
      await advance(MOMENT_MS)
    }
  },
  {
    name: 'the same command within a minute',
    told: toldPrivately({ ana: [ALREADY] }),
    bring: ({ type }) => type('job_8f2 add examples')
  },
  {
    name: 'the same command by somebody else',
    later: ['add examples'],
    thread: ['bot: Follow-up from @Ben:'],
    told: toldPrivately({ ben: [IN_THREAD] }),
    messages: 2,
    bring: ({ type, ben }) => type('job_8f2 add examples', { by: ben })
  },
  {
    name: 'the same command after a minute',
    later: ['add examples'],
    thread: ['bot: Follow-up from @Ana:'],
    told: toldPrivately({ ana: [IN_THREAD] }),
    messages: 2,
    async bring({ type, advance }) {
      await advance(MINUTE_MS + MOMENT_MS)
      await type('job_8f2 add examples')
    }
  }
])
