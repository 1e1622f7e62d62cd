import { expect, it } from 'vitest'
import { type JourneyOptions, startJourney, startWatching, startWithJob } from '../support/journey.ts'

const HOUR = 3_600_000
const LINK = 'https://github.com/example/shop/pull/7'
const GONE = ['chat.update', 'chat.postMessage', 'conversations.info', 'conversations.members'].map(
  method => `${method} channel_not_found`
)

/** A private channel with Ana and Ben, in which Ana has started a job. Its card is at the top of a thread. */
async function startInPrivate(options: JourneyOptions = {}) {
  const journey = await startWithJob(options)
  const { slack, ana, ben, job, type } = journey
  const secret = slack.addChannel({ id: 'C0SECRET', name: 'secret', kind: 'private', members: [ana, ben] }).id
  job('job_s')
  await type('job_s plan the merger', { channel: secret })
  return { ...journey, secret, top: slack.messages(secret)[0]?.ts ?? '' }
}

const archived = (...methods: string[]) => methods.map(method => `${method} is_archived`)

/** Ana has left it, Ben has written on, and it is archived. Nothing can be shown there any more. */
async function startInArchived() {
  const journey = await startInPrivate({ refusals: archived('chat.update', 'reactions.add', 'chat.postMessage') })
  const { slack, ana, say, advance, secret, top } = journey
  await slack.removeFrom(secret, ana)
  await advance(100_000)
  await say('buy the rival', { channel: secret, to: top })
  await advance(20_000)
  slack.archive(secret)
  return journey
}

it('tells somebody who watches from a private channel that the bot had to leave only that there is news', async () => {
  const { slack, agent, ben, command, advance, sleep, direct, secret } = await startInPrivate({ refusals: GONE })
  await command('watch job_s', { channel: secret, by: ben })
  await slack.removeFrom(secret)
  agent.finish('job_s', { prLink: LINK })
  await advance(120_000)
  expect(direct(ben)).toEqual([])
  await sleep(2 * HOUR)
  await advance(120_000)
  expect(direct(ben)).toEqual([expect.stringMatching(/^There’s news about \*job_s\* that I can’t show you here\./)])
})

it('writes to whoever asked again in a public channel, though they left the private one where they asked first', async () => {
  const { slack, agent, ben, command, advance, direct, secret } = await startInPrivate()
  await command('watch job_s', { by: ben, channel: secret })
  await slack.removeFrom(secret, ben)
  await advance(20_000)
  expect(await command('watch job_s', { by: ben })).toContain('I’ll write to you directly')
  agent.finish('job_s', { prLink: LINK })
  await advance(180_000)
  expect(direct(ben)).toHaveLength(1)
})

it('writes what became of others’ follow-ups to nobody who has left the private channel', async () => {
  const { agent, ana, ben, advance, direct } = await startInArchived()
  agent.finish('job_s', { prLink: LINK })
  await advance(120_000)
  expect([direct(ben).length, direct(ana)]).toEqual([1, []])
})

it('tells nobody directly what was meant for a private channel that they have left meanwhile', async () => {
  const refusals = ['chat.postEphemeral user_not_in_channel']
  const { slack, ben, advance, direct, told, secret, top } = await startInPrivate({ refusals })
  for (const text of ['status', 'list job_9', 'at 18:00 shorten it'])
    await slack.say({ user: ben, channel: secret, text, threadTs: top })
  await slack.removeFrom(secret, ben)
  await advance(5_000)
  expect([told(ben), direct(ben)]).toEqual([[], []])
})

it('says what a private channel knows to whoever asks in it, also while Slack does not say who is in it', async () => {
  const { slack, ben, command, say, told, secret, top } = await startInPrivate()
  for (const method of ['conversations.info', 'conversations.members'] as const)
    slack.fail(method, { status: 503, times: 'until cleared' })
  for (const words of ['list', 'status job_s'])
    expect(await command(words, { by: ben, channel: secret })).toContain('plan the merger')
  await say('status', { by: ben, channel: secret, to: top })
  expect(told(ben).at(-1)).toContain('plan the merger')
})

it('writes others’ words to nobody directly, also while Slack does not say who is in the private channel', async () => {
  const { slack, agent, ana, ben, advance, direct } = await startInArchived()
  slack.fail('conversations.members', { retryAfterS: 30, times: 'until cleared' })
  agent.finish('job_s', { prLink: LINK })
  await advance(120_000)
  expect(direct(ana).join()).toContain('>plan the merger')
  expect(direct(ben).join()).toContain('>buy the rival')
  expect(direct(ana).join()).not.toContain('rival')
  expect(direct(ben).join()).not.toContain('merger')
})

it('writes how work without a card ended to nobody who has left the private channel', async () => {
  const refusals = archived('chat.update', 'chat.postMessage')
  const { slack, agent, ana, ben, job, runDue, posts, advance, direct } = await startJourney({ refusals })
  const secret = slack.addChannel({ id: 'C0SECRET', name: 'secret', kind: 'private', members: [ana, ben] }).id
  for (const id of ['job_1', 'job_2']) job(id)
  await slack.command({ user: ben, channel: secret, text: 'job_1 add examples' })
  await slack.command({ user: ana, channel: secret, text: 'job_2 plan the merger' })
  await slack.command({ user: ben, channel: secret, text: 'job_2 buy the rival' })
  await runDue()
  expect(posts()).toBe(3)
  slack.archive(secret)
  await slack.removeFrom(secret, ana)
  await advance(200_000)
  agent.finish('job_2', { prLink: LINK })
  await advance(240_000)
  expect([direct(ana), direct(ben).filter(words => words.includes('finished')).length]).toEqual([[], 1])
})

it.each(['is_archived', 'restricted_action'])(
  'gives back directly what it may not answer in a private channel: %s',
  async error => {
    const { slack, ben, told, advance, direct, secret, top } = await startInPrivate()
    await slack.say({ user: ben, channel: secret, text: 'at 18:00 shorten it', threadTs: top })
    slack.fail('chat.postEphemeral', { error, times: 'until cleared' })
    await advance(60_000)
    expect([told(ben), direct(ben)]).toEqual([[], [expect.stringMatching(/^Not sent: .*shorten it/s)]])
  }
)

it('sends for somebody who is not in a public channel, though Slack does not say for a while that it is public', async () => {
  const { slack, ana, job, form, advance, sleep, sent } = await startJourney()
  job('job_p')
  const open = slack.addChannel({ id: 'C0OPEN', name: 'open', members: [] }).id
  await slack.invite(open)
  await slack.shortcut({ user: ana, callbackId: 'send-followup' })
  await form(ana).opened()
  expect(await form(ana).send({ job: 'job_p', words: 'in 1 hour: do it', where: open })).toEqual({})
  await advance(5_000)
  slack.fail('conversations.info', { error: 'internal_error', times: 'until cleared' })
  await sleep(HOUR)
  await advance(5_000)
  slack.clearFaults()
  await advance(600_000)
  expect(sent()).toEqual(['do it'])
})

it('tells whoever watches a job and is in no channel of it, once Slack says again that the channel is public', async () => {
  const { slack, agent, ben, channel, command, advance, sleep, direct } = await startWatching()
  await command('watch job_8f2', { by: ben })
  await slack.removeFrom(channel, ben)
  await sleep(700_000)
  slack.fail('conversations.info', { retryAfterS: 30, times: 'until cleared' })
  agent.finish('job_8f2', { prLink: LINK })
  await advance(60_000)
  expect(direct(ben)).toEqual([])
  slack.clearFaults()
  await advance(120_000)
  expect(direct(ben)).toEqual([expect.stringContaining('*job_8f2* finished')])
})

it('gives back directly what it may not answer in a public channel, once Slack says that it is public', async () => {
  const { slack, ben, tell, told, direct, sleep, advance, database } = await startWatching()
  await sleep(700_000)
  slack.fail('chat.postEphemeral', { error: 'restricted_action', times: 'until cleared' })
  for (const method of ['conversations.info', 'conversations.members'] as const)
    slack.fail(method, { retryAfterS: 30, times: 'until cleared' })
  await tell('at 18:00 shorten it')
  await advance(60_000)
  expect([told(ben), direct(ben)]).toEqual([[], []])
  expect(await database.query('select from followup.inbox where is_open')).toEqual([])
  slack.clearFaults()
  await advance(120_000)
  expect(direct(ben)).toEqual([expect.stringMatching(/^Not sent: .*shorten it/s)])
})

it('does not tell whoever has left a private channel that a card was deleted there', async () => {
  const { secret, top, slack, ana, remove, advance, direct } = await startInPrivate({
    refusals: ['chat.update message_not_found']
  })
  await slack.removeFrom(secret, ana)
  await advance(100_000)
  await remove(top, secret)
  await advance(100_000)
  expect(direct(ana)).toEqual([])
})
