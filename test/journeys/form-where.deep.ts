import { expect, it } from 'vitest'
import { asShown } from '../support/as-shown.ts'
import { WHEN } from '../support/form.ts'
import type { JourneyOptions } from '../support/journey.ts'
import { startForm } from '../support/watched-job.ts'

const WORDS = { job: 'job_8f2', instruction: 'shorten it' }

/** Ana has opened the form outside of all channels. */
async function startAnywhere(options: JourneyOptions = {}) {
  const journey = await startForm(options)
  const { slack, ana, ben, form } = journey
  await slack.shortcut({ user: ana, callbackId: 'send-followup' })
  await form.opened()
  return {
    ...journey,
    addChannel: (more: object) => slack.addChannel({ name: 'plans', members: [ana, ben], ...more }).id
  }
}

it('asks where, and sends to the channel that is chosen, as the command would there', async () => {
  const { slack, agent, channel, form, advance, sent, direct, thread } = await startAnywhere()
  expect(form.shown()).toEqual(['Job:', 'What should it do?:', ...WHEN, 'Where:'])
  expect(await form.send({ ...WORDS, where: channel })).toEqual({})
  await advance(2_000)
  expect(sent()).toEqual(['shorten it'])
  expect(asShown(slack.messages(channel)[0] ?? { text: '' })).toContain('*job_8f2* · working')
  agent.finish('job_8f2', { prLink: 'https://github.com/example/shop/pull/7' })
  await advance(60_000)
  expect(thread()).toEqual([expect.stringContaining('bot, also in #docs: @Ana, *job_8f2* finished')])
  expect(direct()).toEqual([])
})

it('writes only to whoever sent it when no channel is chosen', async () => {
  const { slack, channel, form, advance, sent, direct } = await startAnywhere()
  expect(await form.send({ ...WORDS, where: '' })).toEqual({})
  await advance(2_000)
  expect(sent()).toEqual(['shorten it'])
  expect(direct()).toEqual([expect.stringContaining('*job_8f2* · working')])
  expect(slack.messages(channel)).toEqual([])
})

it('says under the field that it is not in the channel, keeps the words, and sends once it is', async () => {
  const refusals = ['conversations.info channel_not_found']
  const { slack, form, advance, sent, addChannel } = await startAnywhere({ refusals })
  const away = {
    where: 'Not sent: I’m not in this channel. Invite me there and press Send again, or choose another one.'
  }
  for (const kind of ['private', 'public']) {
    const where = addChannel({ name: `far-${kind}`, kind, botIsMember: false })
    expect(await form.send({ ...WORDS, where })).toEqual(away)
    if (kind === 'private') continue
    await slack.invite(where)
    expect(await form.send({})).toEqual({})
    await advance(2_000)
    expect(sent()).toEqual(['shorten it'])
    expect(slack.messages(where)).toHaveLength(1)
  }
})

it('sends nothing to an archived channel, nor to a private one that somebody is not in', async () => {
  const { slack, ana, form, advance, sent, direct, addChannel } = await startAnywhere()
  const attic = addChannel({ name: 'attic' })
  slack.archive(attic)
  expect(await form.send({ ...WORDS, where: attic })).toEqual({
    where: 'Not sent: this channel is archived. Choose another one.'
  })
  const secret = addChannel({ name: 'secret', kind: 'private' })
  await slack.removeFrom(secret, ana)
  expect(await form.send({ where: secret })).toEqual({
    where: 'Not sent: you’re not in this channel. Copy your words and send them from one you’re in.'
  })
  await advance(5_000)
  expect([sent(), slack.messages(secret), slack.messages(attic), direct()]).toEqual([[], [], [], []])
  expect(await form.send({ where: addChannel({ name: 'plans', kind: 'private' }) })).toEqual({})
  await advance(2_000)
  expect(sent()).toEqual(['shorten it'])
})

it('sends nothing where it is not switched on, and says so under the field', async () => {
  const { slack, ana, form, restart, addChannel, advance, sent } = await startAnywhere()
  const plans = addChannel({})
  const { id } = slack.directChannel(ana)
  await restart({ ALLOWED_CHANNELS: `C0DOCS,${id}` })
  expect(await form.send({ ...WORDS, where: plans })).toEqual({
    where: 'Not sent: I’m not switched on in this channel. Use another one, or ask whoever runs this bot to add it.'
  })
  await restart({ ALLOWED_CHANNELS: 'C0DOCS' })
  expect(await form.send({ where: '' })).toEqual({
    where: 'I’m not switched on in direct messages. Use a channel, or ask whoever runs this bot.'
  })
  expect(await form.send({ where: 'C0DOCS' })).toEqual({})
  await advance(2_000)
  expect(sent()).toEqual(['shorten it'])
})

it('says why only one person will hear of what is sent from a conversation of others', async () => {
  const { slack, ana, ben, form, addChannel } = await startAnywhere()
  const between = addChannel({ name: 'dm-ana-ben', kind: 'dm', botIsMember: false })
  const ownId = slack.directChannel(ana).id
  const open = async (channel: string, by: string) => {
    const { ts } = await slack.say({ user: by, channel, text: 'the title is wrong' })
    await slack.shortcut({ user: ana, callbackId: 'send-to-job', channel, messageTs: ts })
    await form.opened()
    return form.shown()[0]
  }
  expect(await open(between, ben)).toBe('— I’m not in this conversation, so only you will hear about it.')
  expect(await open(ownId, ana)).toBe('Job:')
})
