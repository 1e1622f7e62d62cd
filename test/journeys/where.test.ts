import { expect, it } from 'vitest'
import { asRead } from '../support/as-shown.ts'
import { type Journey, startWithJob } from '../support/journey.ts'

const MINUTE = 60_000
const FOR_FEW = 'restricted_action_read_only_channel'
const INVITE = 'Type `/invite @Agent Follow-up` there, then send it again.'
const ASK =
  'only some people may post in #docs, and I’m not one of them. Ask one of them to let me, or send it from another channel.'

type Place = { name?: string; kind?: 'public' | 'private' | 'dm' }
const far = ({ slack, ana, ben }: Journey, { name = 'plans', kind = 'public' }: Place = {}) =>
  slack.addChannel({ name, kind, members: [ana, ben], botIsMember: false }).id

const NOT_IN = (channel: string) => `I’m not in #${channel}. ${INVITE}`
const PEOPLE_ONLY =
  'I can’t join a direct message between two people. Send it from a channel, or in your direct messages with me.'

/** Where a command is typed, what Slack says to its card there, and what its author reads. */
const CANNOT: [where: string, refusal: string | undefined, why: (channel: string) => string, place?: Place][] = [
  ['a public channel that the bot is not in', 'not_in_channel', NOT_IN, {}],
  ['a private channel that the bot is not in', 'channel_not_found', NOT_IN, { kind: 'private' }],
  ['a direct message between people', 'channel_not_found', () => PEOPLE_ONLY, { name: 'ana-ben', kind: 'dm' }],
  ['a channel in which only some may post', undefined, () => ASK]
]

it.each(CANNOT)('sends nothing from %s, says privately why, and returns the words', async (_, refusal, why, place) => {
  const journey = await startWithJob({ refusals: refusal ? [`chat.postMessage ${refusal}`] : [] })
  const { slack, command, advance, told, posts, looks, type } = journey
  const channel = place ? far(journey, place) : journey.channel
  if (!refusal) slack.fail('chat.postMessage', { error: FOR_FEW })
  await command('job_8f2 at 18:00: add <b> & examples', { channel })
  await advance(MINUTE)
  const words = '>at 18:00: add <b> & examples\n[Open the form]'
  expect(told()).toEqual([`Not sent to *job_8f2*: ${why(channel)}\n${words}`])
  expect([slack.messages(channel), posts(), looks()]).toEqual([[], 0, 1])
  if (place?.kind === 'dm') return
  // They do as told: a minute has not passed, yet this is not a repetition.
  await slack.invite(channel)
  for (const time of ['at 18:00: ', '']) expect(await type(`job_8f2 ${time}add <b> & examples`, { channel })).toBe('')
  expect([posts(), slack.messages(channel).length > 0]).toEqual([1, true])
})

it('says so directly to whoever mentioned it in such a channel', async () => {
  const { slack, ana: by, own, mention, advance, said, marks, posts } = await startWithJob()
  for (const method of ['chat.postMessage', 'chat.postEphemeral']) slack.fail(method, { error: FOR_FEW })
  const ts = await mention('job_8f2 add examples', { by })
  await advance(MINUTE)
  expect(said(own(by))).toEqual([`Not sent to *job_8f2*: ${ASK}\n>add examples\n[Open the form]`])
  expect([posts(), marks(ts)]).toEqual([0, '❌'])
})

it('works in direct messages with the bot, and in a private channel it was invited to, threads included', async () => {
  const { slack, ana: by, own, job, type, say, advance, sent } = await startWithJob({}, { life: { worksMs: 3_000 } })
  job('job_9')
  const secret = slack.addChannel({ name: 'plans', kind: 'private', members: [by] }).id
  for (const [id, channel] of [
    ['job_8f2', own(by)],
    ['job_9', secret]
  ] as const) {
    await type(`${id} add examples`, { channel })
    await advance(30_000)
    await say('shorten it', { by, channel, to: slack.messages(channel)[0]?.ts })
    expect(sent(id)).toEqual(['add examples', 'shorten it'])
  }
  await advance(200_000)
  expect(slack.messages(own(by)).map(({ text }) => asRead(text))).toEqual([
    '✅ *job_8f2* · ready for review · pull request #2 (https://github.com/example/shop/pull/2)\n>add examples\n✅ “shorten it” · @Ana · 2026-11-20 14:00\nexample/shop on `main` · took 5 s · 2 follow-ups · replies here go to the agent',
    '@Ana, *job_8f2* finished: pull request #1 (https://github.com/example/shop/pull/1) is ready.\n>add examples\ntook 5 s · example/shop on `main`',
    'shorten it',
    '@Ana, *job_8f2* finished, now on pull request #2 (https://github.com/example/shop/pull/2).\n>shorten it\ntook 5 s · example/shop on `main`'
  ])
})
