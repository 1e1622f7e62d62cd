import { expect, it } from 'vitest'
import { createFormUser } from '../support/form.ts'
import { type JourneyOptions, startJourney } from '../support/journey.ts'

/** `crowd` is how many joined it before Ben. */
type Where = { kind: 'private' | 'public' | 'mpim'; crowd?: number }

/** Ben opens the form in #secret, where Ana sends a job something after that. */
async function startOpen({ kind, crowd = 0 }: Where, options: JourneyOptions = {}) {
  const journey = await startJourney(options)
  const { slack, agent, ana, ben, command, advance } = journey
  for (const id of ['job_8f2', 'job_secret', 'job_own']) agent.addJob({ id, life: { ends: 'never' } })
  const others = Array.from({ length: crowd }, (_, at) => slack.addPerson({ id: `U1M${at}`, name: `M${at}` }).id)
  const secret = slack.addChannel({ name: 'secret', kind, members: [ana, slack.botUserId, ...others, ben] }).id
  await command('job_own go on', { by: ben })
  await advance(2_000)
  const form = createFormUser(journey, ben)
  await slack.command({ user: ben, channel: secret, text: '' })
  await form.opened()
  await command('job_secret layoffs', { channel: secret })
  await advance(2_000)
  return {
    ...journey,
    secret,
    form,
    sent: () => agent.sends().map(({ prompt }) => prompt),
    /** What the form offers, without its age and repository. */
    offered: async () => (await form.suggest('job')).map(words => words.split(' · ')[0])
  }
}

const NOT_IN = {
  hears: 'Not sent: you’re not in this channel. Copy your words and send them from one you’re in.'
}
const NOT_TOLD = {
  hears:
    'Not sent: Slack couldn’t tell me whether you’re in this channel. Press Send again in a minute, or send your words there with the command.'
}
it('offers nothing of a private channel to whoever left it while the form was open, and posts nothing there', async () => {
  const { slack, ben, secret, form, offered, sent, advance } = await startOpen({ kind: 'private' })
  await slack.removeFrom(secret, ben)
  expect(await offered()).toEqual(['job_own', 'Use job'])
  const before = slack.messages(secret).length
  for (const hears of ['channel', 'thread'])
    expect(await form.send({ job: 'job_8f2', instruction: 'shorten it', hears })).toEqual(NOT_IN)
  await advance(5_000)
  expect([slack.messages(secret).length, sent()]).toEqual([before, ['go on', 'layoffs']])
  expect(await form.send({ hears: 'me' })).toEqual({})
  await advance(2_000)
  expect([slack.messages(secret).length, sent().at(-1)]).toEqual([before, 'shorten it'])
})

it('notices within seconds that somebody left who has just been typing, or came back', async () => {
  const { slack, ben, secret, form, offered, pass } = await startOpen({ kind: 'private' })
  expect(await offered()).toEqual(['job_secret', 'job_own', 'Use job'])
  await slack.removeFrom(secret, ben)
  await pass(11_000)
  expect(await offered()).toEqual(['job_own', 'Use job'])
  await slack.invite(secret, ben)
  await pass(11_000)
  expect(await offered()).toEqual(['job_secret', 'job_own', 'Use job'])
  expect(await form.send({ job: 'job_8f2', instruction: 'shorten it' })).toEqual({})
})

it.each(['private', 'public', 'mpim'] as const)('serves whoever is still there: %s', async kind => {
  const { form, offered, sent, advance, slack, secret } = await startOpen({ kind })
  expect(await offered()).toEqual(['job_secret', 'job_own', 'Use job'])
  expect(await form.send({ job: 'job_8f2', instruction: 'shorten it' })).toEqual({})
  await advance(2_000)
  expect([slack.messages(secret).length, sent().at(-1)]).toEqual([2, 'shorten it'])
})

it('lets a member go on in a public channel that they left: everybody can read along there', async () => {
  const { slack, ben, secret, form, offered } = await startOpen({ kind: 'public' })
  await slack.removeFrom(secret, ben)
  expect(await offered()).toContain('job_secret')
  expect(await form.send({ job: 'job_8f2', instruction: 'shorten it' })).toEqual({})
})

it('lets a guest, who may use the bot, go on only in a channel that they are in', async () => {
  const { slack, ben, secret, form, offered, restart } = await startOpen({ kind: 'public' })
  slack.addPerson({ id: ben, name: 'Ben', kind: 'guest' })
  await restart({ ALLOWED_USERS: ben })
  // Which other channels a guest may see, only Slack knows.
  expect(await offered()).toEqual(['job_secret', 'Use job'])
  await slack.removeFrom(secret, ben)
  await restart({ ALLOWED_USERS: ben })
  expect(await offered()).toEqual(['Use job'])
  expect(await form.send({ job: 'job_8f2', instruction: 'shorten it' })).toEqual(NOT_IN)
})

it('says so while Slack does not tell who is in a private channel, and takes it once Slack does', async () => {
  const { slack, form, offered, pass } = await startOpen({ kind: 'private' })
  slack.fail('conversations.members', { error: 'internal_error', times: 1 })
  expect(await offered()).toEqual(['job_own', 'Use job'])
  expect(await form.send({ job: 'job_8f2', instruction: 'shorten it' })).toEqual(NOT_TOLD)
  await pass(11_000)
  expect(await form.send({})).toEqual({})
})

it('finds somebody among the thousands of a private channel', async () => {
  const { form, offered, advance, sent } = await startOpen({ kind: 'private', crowd: 5_000 })
  expect(await offered()).toEqual(['job_secret', 'job_own', 'Use job'])
  expect(await form.send({ job: 'job_8f2', instruction: 'shorten it' })).toEqual({})
  await advance(2_000)
  expect(sent().at(-1)).toBe('shorten it')
})
