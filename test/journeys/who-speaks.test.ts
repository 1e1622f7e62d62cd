import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

const ONLY_MENTIONS =
  'From now on, only replies that begin by mentioning me go to *job_8f2*. Reply `every reply` to undo this.'

const NOT_SENT =
  'Not sent: in this thread, only replies that begin by mentioning me go to the agent. Reply `every reply` to change that for everybody here.'

it('sends only replies that begin with a mention once somebody in the thread has asked for that, and all again on request', async () => {
  const { slack, ana, ben, reply, advance, later, thread, told, restart } = await startWatching()
  await reply('only mentions', { by: ana })
  await advance(2_000)
  expect(thread().slice(-2)).toEqual(['Ana: only mentions', `bot: ${ONLY_MENTIONS}`])
  await restart()
  await reply('shall we shorten it?', { by: ben })
  await reply('yes, thanks!', { by: ana })
  await reply('lgtm', { by: ben })
  await advance(2_000)
  expect(later()).toEqual([])
  expect(thread().slice(-3)).toEqual(['Ben: shall we shorten it?', 'Ana: yes, thanks!', 'Ben: lgtm'])
  expect(told(ben)).toEqual([NOT_SENT])
  expect(told(ana)).toEqual([NOT_SENT])
  await reply(`<@${slack.botUserId}> shorten it`, { by: ben })
  await advance(2_000)
  expect(later()).toEqual(['shorten it'])
  await reply('every reply', { by: ben })
  await advance(2_000)
  await reply('and add a title', { by: ana })
  await advance(2_000)
  expect(later()).toEqual(['shorten it', 'and add a title'])
  expect(told(ben)).toEqual([NOT_SENT])
})

it('keeps listening to the bot’s own words while only mentions are for the agent', async () => {
  const { ana, ben, reply, advance, told } = await startWatching()
  await reply('only mentions', { by: ana })
  await reply('status', { by: ben })
  await advance(2_000)
  expect(told(ben).join('\n')).toContain('job_8f2')
})

it('leaves a reply that begins by mentioning somebody else to people', async () => {
  const { slack, ana, ben, reply, advance, later, thread, told } = await startWatching()
  await reply(`<@${ana}> shall we shorten it?`, { by: ben })
  await reply(`shorten what <@${ana}> wrote`, { by: ben })
  await reply(`<@${slack.botUserId}> <@${ana}> wrote too much`, { by: ben })
  await advance(2_000)
  expect(later()).toEqual(['shorten what @Ana wrote', '@Ana wrote too much'])
  expect(thread().at(-3)).toBe('Ben: @Ana shall we shorten it?')
  expect(told(ben)).toEqual([])
})

it('cancels what waits once its author addresses somebody else instead', async () => {
  const { slack, channel, ana, ben, reply, advance, later } = await startWatching()
  const { ts } = await reply('in 1 min: shorten it', { by: ben })
  await advance(2_000)
  await slack.edit({ user: ben, channel, messageTs: ts, text: `<@${ana}> shall we shorten it?` })
  await advance(120_000)
  expect(later()).toEqual([])
})

it('takes a mention of somebody else for words in direct messages, where nobody else reads it', async () => {
  const { slack, ana, ben, advance, later } = await startWatching()
  const channel = slack.directChannel(ben).id
  const { ts } = await slack.say({ user: ben, channel, text: 'job_8f2 shorten it' })
  await advance(2_000)
  await slack.say({ user: ben, channel, threadTs: ts, text: `<@${ana}> liked the intro: keep it` })
  await advance(2_000)
  expect(later()).toEqual(['shorten it', '@Ana liked the intro: keep it'])
})
