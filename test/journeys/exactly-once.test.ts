import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { startWatching } from '../support/watched-job.ts'

it('sends a reply once, however often Slack delivers it', async () => {
  const journey = await startWatching()
  const { slack, reply, advance, restart } = journey
  const { ts } = await reply('shorten it')
  const [event] = slack
    .deliveries()
    .filter(({ kind, payload }) => kind === 'events_api' && JSON.stringify(payload).includes(ts))
  if (event === undefined) throw new Error('The reply was not delivered')
  await slack.deliverAgain(event.id)
  await advance(3_000)
  await slack.deliverAgain(event.id)
  await advance(3_000)
  await restart()
  await slack.deliverAgain(event.id)
  await advance(60_000)
  expect(journey.later()).toEqual(['shorten it'])
  expect(journey.thread()).toEqual(['Ben: shorten it 📨'])
})

it('answers a word, a refusal and a call by name once, however often Slack delivers them', async () => {
  const journey = await startWatching()
  const { slack, ben, channel, reply, advance, told } = journey
  const gus = slack.addPerson({ id: 'U0GUS', name: 'Gus', kind: 'guest' }).id
  await slack.invite(channel, gus)
  await reply(`<@${slack.botUserId}> status`)
  await reply('shorten it', { by: gus })
  await slack.say({ user: ben, channel, text: `<@${slack.botUserId}> hello` })
  for (const round of [1, 2]) {
    for (const { id, kind } of slack.deliveries()) if (kind === 'events_api') await slack.deliverAgain(id)
    await advance(round * 2_000)
  }
  expect(
    told(ben)
      .map(words => words.split('\n')[0])
      .toSorted()
  ).toEqual(['*Steer a running agent job from here.*', '*job_8f2*: *active* · example/shop on `main`'])
  expect(told(gus)).toHaveLength(1)
})

it('sends a reply once when two events are about it', async () => {
  const journey = await startWatching()
  const { slack, reply, advance } = journey
  // A mention in a thread comes as a message and as an app_mention, in either order.
  slack.hold()
  await reply(`<@${slack.botUserId}> shorten it`)
  expect(slack.deliveries().filter(({ state }) => state === 'held')).toHaveLength(2)
  await slack.release(held => held.toReversed())
  await advance(3_000)
  expect(journey.later()).toEqual(['shorten it'])
  expect(journey.told(journey.ben)).toEqual([])
})

it('takes a message once when it comes under two event ids', async () => {
  const journey = await startWatching()
  const { slack, ben, reply, advance, told, thread } = journey
  slack.hold()
  await reply('shorten it')
  await reply('status')
  await slack.release(held => [
    ...held,
    ...held.map(event => ({ ...event, payload: { ...event.payload, event_id: `${event.id}-again` } }))
  ])
  await advance(3_000)
  expect(journey.later()).toEqual(['shorten it'])
  expect(told(ben)).toHaveLength(1)
  expect(thread()).toEqual(['Ben: shorten it 📨', 'Ben: status'])
})

it('does not send an edit, and nothing twice after one', async () => {
  const journey = await startWatching()
  const { slack, ben, channel, reply, advance } = journey
  const { ts } = await reply('shorten it, see https://example.com/style')
  await slack.unfurl({ channel, messageTs: ts })
  await slack.edit({ user: ben, channel, messageTs: ts, text: 'lengthen it' })
  await advance(3_000)
  await slack.edit({ user: ben, channel, messageTs: ts, text: 'lengthen it more' })
  await advance(3_000)
  expect(journey.later()).toEqual(['shorten it, see https://example.com/style'])
})

it('does not send again, and does not stop, what is deleted after it was sent', async () => {
  const journey = await startWatching({ refusals: ['reactions.add message_not_found'] })
  const { slack, agent, channel, reply, advance, thread } = journey
  const { ts } = await reply('shorten it')
  await advance(3_000)
  await slack.remove({ channel, messageTs: ts })
  agent.finish('job_8f2')
  await advance(60_000)
  expect(journey.later()).toEqual(['shorten it'])
  expect(thread().map(line => line.split('\n')[0])).toEqual([
    'bot, also in #docs: @Ana @Ben, *job_8f2* finished: pull request #1 (https://github.com/example/shop/pull/1) is ready.'
  ])
})

it('sends a reply that is shown in the channel as well', async () => {
  const journey = await startWatching()
  await journey.reply('shorten it', { broadcast: true })
  await journey.advance(3_000)
  expect(journey.later()).toEqual(['shorten it'])
})

it('hears nothing but people’s replies in its own threads', async () => {
  const journey = await startWatching()
  const { slack, ana, ben, channel, reply, advance, cardTs, told } = journey
  const other = slack.addPerson({ id: 'U0OTTO', name: 'Otto', kind: 'bot' }).id
  await slack.invite(channel, other)
  await reply('from another bot', { by: other })
  const top = await slack.say({ user: ana, channel, text: 'job_8f2 in the open' })
  await slack.say({ user: ben, channel, text: 'an answer to that', threadTs: top.ts })
  await slack.say({ user: ana, channel, text: 'shorten it', threadTs: top.ts, broadcast: true })
  await slack.react({ user: ben, channel, messageTs: cardTs(), name: 'eyes' })
  await advance(60_000)
  expect(journey.later()).toEqual([])
  expect([told(ana).slice(1), told(ben)]).toEqual([[], []])
  expect(journey.thread()).toHaveLength(1)
})

it('tells who calls it by name in the open how it is used', async () => {
  const journey = await startWatching()
  const { slack, ben, channel, advance, told } = journey
  await slack.say({ user: ben, channel, text: `<@${slack.botUserId}> what can you do?` })
  await advance(2_000)
  expect(told(ben)).toHaveLength(1)
  expect(told(ben)[0]).toMatch(/^\*Steer a running agent job from here\.\*\n/)
  expect(journey.later()).toEqual([])
})

it('stores a command once, also when it is delivered again', async () => {
  const journey = await startJourney()
  const { slack, agent, ana, channel, advance, posts, cardTs } = journey
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
  const { triggerId } = await slack.command({ user: ana, channel, text: 'job_8f2 add examples' })
  const again = [await slack.deliverAgain(triggerId)]
  await advance(3_000)
  again.push(await slack.deliverAgain(triggerId))
  await advance(3_000)
  // The person reads the first answer; the others say the same.
  for (const outcome of again) expect(JSON.stringify(outcome)).toContain('Got it: on its way to *job_8f2*.')
  expect(posts()).toBe(1)
  expect(slack.messages(channel).map(({ ts }) => ts)).toEqual([cardTs()])
})

it('asks before it sends what was typed twice within a minute, and sends once for one answer', async () => {
  const journey = await startWatching()
  const { slack, agent, channel, ana, ben, command, press, pressAndHear, advance, posts, thread, card } = journey
  expect(await command('job_8f2 add examples')).toBe(
    'Already sent: @Ana sent the same to *job_8f2* at 14:00. Nothing was sent a second time.\n[Send again]'
  )
  // Somebody else's same words are their own, and so are other words.
  expect(await command('job_8f2 add examples', { by: ben })).toContain('Got it')
  await advance(5_000)
  expect(posts()).toBe(2)
  const on = slack.ephemerals(channel, ana).at(-1)?.ts ?? ''
  expect(await pressAndHear('send-twin', { on })).toBe('Got it: once more on its way to *job_8f2*.')
  expect(await pressAndHear('send-twin', { on })).toBe(
    'That button no longer applies: something happened in between. The card shows how it stands.'
  )
  await advance(5_000)
  expect(posts()).toBe(3)
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['add examples', 'add examples', 'add examples'])
  const [first] = slack.messages(channel)
  expect(thread(first?.ts)).toEqual([])
  expect(card()).toContain('asked by @Ben')
  await advance(60_000)
  expect(await command('job_8f2 add examples')).toBe(
    'Got it: on its way to *job_8f2*. The card appears in this channel.'
  )
  await press('check-now')
})
