import { describe, expect, it } from 'vitest'
import { asRead } from '../support/as-shown.ts'
import { startJourney } from '../support/journey.ts'

const PLACES = {
  'a public channel that the bot is not in': { code: 'not_in_channel', kind: 'public' },
  'a private channel that the bot is not in': { code: 'channel_not_found', kind: 'private' }
} as const

it('returns the words with the time that they began with', async () => {
  const { slack, ana, agent, command, advance, told } = await startJourney({
    refusals: ['chat.postMessage not_in_channel']
  })
  agent.addJob({ id: 'job_8f2' })
  const channel = slack.addChannel({ name: 'plans', members: [ana], botIsMember: false }).id
  await command('job_8f2 at 18:00: add examples', { channel })
  await advance(60_000)
  expect(told(ana)[0]).toMatch(/\n>at 18:00: add examples\n/)
})

describe.each(Object.entries(PLACES))('in %s', (_, { code, kind }) => {
  it('sends nothing, says privately how to invite the bot, and returns the words', async () => {
    const { slack, ana, agent, command, advance, told, posts, looks } = await startJourney({
      refusals: [`chat.postMessage ${code}`]
    })
    agent.addJob({ id: 'job_8f2' })
    const channel = slack.addChannel({ name: 'plans', kind, members: [ana], botIsMember: false }).id
    await command('job_8f2 add <b> & examples', { channel })
    await advance(60_000)
    expect(told(ana)).toEqual([
      `Not sent to *job_8f2*: I’m not in #${channel}. Type \`/invite @Agent Follow-up\` there, then send it again.\n>add <b> & examples\n[Open the form]`
    ])
    expect(slack.messages(channel)).toEqual([])
    expect([posts(), looks()]).toEqual([0, 1])

    // They do as told: a minute has not passed, yet this is not a repetition.
    await slack.invite(channel)
    expect(await command('job_8f2 add <b> & examples', { channel })).toBe('')
    await advance(2_000)
    expect(posts()).toBe(1)
  })
})

const FOR_FEW = 'restricted_action_read_only_channel'

it('says privately that only some may post in a channel, sends nothing, and returns the words', async () => {
  const { slack, agent, command, advance, told, posts, card } = await startJourney()
  agent.addJob({ id: 'job_8f2' })
  slack.fail('chat.postMessage', { error: FOR_FEW })
  await command('job_8f2 add <b> & examples')
  await advance(60_000)
  expect(told()).toEqual([
    `Not sent to *job_8f2*: only some people may post in #docs, and I’m not one of them. Ask one of them to let me, or send it from another channel.\n>add <b> & examples\n[Open the form]`
  ])
  expect(await command('job_8f2 add <b> & examples')).toBe('')
  await advance(2_000)
  expect(posts()).toBe(1)
  expect(card()).toContain('working')
})

it('says so directly to whoever mentioned it in such a channel', async () => {
  const { slack, channel, ana, agent, advance, posts } = await startJourney()
  agent.addJob({ id: 'job_8f2' })
  for (const method of ['chat.postMessage', 'chat.postEphemeral']) slack.fail(method, { error: FOR_FEW })
  const { ts } = await slack.say({ user: ana, channel, text: `<@${slack.botUserId}> job_8f2 add examples` })
  await advance(60_000)
  expect(slack.messages(slack.directChannel(ana).id).map(({ text }) => text)).toEqual([
    `Not sent to *job_8f2*: only some people may post in <#${channel}>, and I’m not one of them. Ask one of them to let me, or send it from another channel.\n>add examples`
  ])
  expect([posts(), slack.reactions(channel, ts).map(({ name }) => name)]).toEqual([0, ['x']])
})

it('says so directly when the command can no longer be answered', async () => {
  const { slack, ana, agent, command, advance, told, posts } = await startJourney({
    refusals: ['chat.postMessage not_in_channel']
  })
  agent.addJob({ id: 'job_8f2' })
  const channel = slack.addChannel({ name: 'plans', members: [ana], botIsMember: false }).id
  slack.fail('chat.postMessage', { retryAfterS: 600, times: 4 })
  await command('job_8f2 add examples', { channel })
  await advance(45 * 60_000)
  expect(told(ana)).toHaveLength(1)
  expect(slack.messages(slack.directChannel(ana).id).map(({ text }) => text)).toEqual([
    `Not sent to *job_8f2*: I’m not in <#${channel}>. Type \`/invite @Agent Follow-up\` there, then send it again.\n>add examples`
  ])
  expect(posts()).toBe(0)
})

it('says in a direct message between people that it cannot be invited there', async () => {
  const { slack, ana, ben, agent, command, advance, told, posts } = await startJourney({
    refusals: ['chat.postMessage channel_not_found']
  })
  agent.addJob({ id: 'job_8f2' })
  const channel = slack.addChannel({ name: 'ana-ben', kind: 'dm', members: [ana, ben], botIsMember: false }).id
  await command('job_8f2 add examples', { channel })
  await advance(2_000)
  expect(told(ana)[0]).toBe(
    'Not sent to *job_8f2*: I can’t join a direct message between two people. Send it from a channel, or in your direct messages with me.\n>add examples\n[Open the form]'
  )
  expect(posts()).toBe(0)
})

it('works in direct messages with the bot, threads included', async () => {
  const { slack, ana, agent, command, advance } = await startJourney()
  agent.addJob({ id: 'job_8f2', life: { worksMs: 3_000 } })
  const channel = slack.directChannel(ana).id
  await command('job_8f2 add examples', { channel })
  await advance(30_000)
  const [card] = slack.messages(channel)
  await slack.say({ user: ana, channel, text: 'shorten it', threadTs: card?.ts ?? '' })
  await advance(200_000)
  expect(slack.messages(channel).map(({ text }) => asRead(text))).toEqual([
    '✅ *job_8f2* · ready for review · pull request #2 (https://github.com/example/shop/pull/2)\n>add examples\n✅ “shorten it” · @Ana · 2026-11-20 14:00\nexample/shop on `main` · took 5 s · 2 follow-ups',
    '@Ana, *job_8f2* finished: pull request #1 (https://github.com/example/shop/pull/1) is ready.\n>add examples\ntook 5 s · example/shop on `main`',
    'shorten it',
    '@Ana, *job_8f2* finished, now on pull request #2 (https://github.com/example/shop/pull/2).\n>shorten it\ntook 5 s · example/shop on `main`'
  ])
  expect(agent.sends()).toHaveLength(2)
})

it('works in a private channel it was invited to', async () => {
  const { slack, ana, agent, command, advance } = await startJourney()
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
  const channel = slack.addChannel({ name: 'plans', kind: 'private', members: [ana] }).id
  await command('job_8f2 add examples', { channel })
  await advance(1_000)
  const [card] = slack.messages(channel)
  await slack.say({ user: ana, channel, text: 'shorten it', threadTs: card?.ts ?? '' })
  await advance(2_000)
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['add examples', 'shorten it'])
})
