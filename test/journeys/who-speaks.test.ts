import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'
import { NEWCOMER, NOT_SENT } from '../support/who-speaks-words.ts'

const ONLY_MENTIONS =
  'From now on, only replies that begin by mentioning me go to *job_8f2*. Reply `every reply` to undo this.'

it('tells somebody whose first words for an agent are a reply, once, that it went there', async () => {
  const { ana, ben, reply, advance, later, told } = await startWatching({ areNew: true })
  await reply('shorten it', { by: ben })
  await advance(2_000)
  await reply('and add a title', { by: ben })
  await reply('then check the links', { by: ana })
  await advance(2_000)
  expect(later()).toEqual(['shorten it', 'and add a title', 'then check the links'])
  expect(told(ben)).toEqual([NEWCOMER])
  expect(told(ana)).toEqual([])
})

it('sends only replies that begin with a mention once somebody in the thread has asked for that, and all again on request', async () => {
  const { slack, ana, ben, reply, advance, later, thread, told, restart } = await startWatching({ areNew: true })
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
  expect(told(ana)).toEqual([])
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
  const { ana, ben, reply, advance, told } = await startWatching({ areNew: true })
  await reply('only mentions', { by: ana })
  await reply('status', { by: ben })
  await advance(2_000)
  expect(told(ben).join('\n')).toContain('job_8f2')
})

it('listens to everybody until a second person writes, if the operator wants that, and to mentions from then on', async () => {
  const { slack, ana, ben, reply, advance, later, told, thread } = await startWatching({
    areNew: true,
    env: { REPLIES: 'smart' }
  })
  await reply('shorten it', { by: ana })
  await advance(2_000)
  expect(later()).toEqual(['shorten it'])
  await reply('is this the one for the release?', { by: ben })
  await advance(2_000)
  await reply('yes, the whole docs', { by: ana })
  await advance(2_000)
  expect(later()).toEqual(['shorten it'])
  expect(told(ben)).toEqual([NOT_SENT])
  expect(thread().at(-1)).toBe('Ana: yes, the whole docs')
  await reply(`<@${slack.botUserId}> add a title`, { by: ana })
  await advance(2_000)
  expect(later()).toEqual(['shorten it', 'add a title'])
})

it('says once to each person that a reply did not go to the agent, after a second person has written', async () => {
  const { ana, ben, reply, advance, told, later } = await startWatching({ env: { REPLIES: 'smart' } })
  await reply('shorten it', { by: ana })
  await advance(2_000)
  await reply('looks good to me', { by: ben })
  await advance(2_000)
  await reply('now add a title', { by: ana })
  await reply('and check the links', { by: ana })
  await advance(2_000)
  expect(later()).toEqual(['shorten it'])
  expect(told(ana)).toEqual([NOT_SENT])
})

it('does not let somebody who may not use the bot take the agent away from those who may', async () => {
  const { slack, ana, ben, reply, advance, later, told } = await startWatching({ env: { REPLIES: 'smart' } })
  slack.addPerson({ id: ben, name: 'Ben', kind: 'guest' })
  await reply('hello', { by: ben })
  await advance(2_000)
  await reply('shorten it', { by: ana })
  await advance(2_000)
  expect(later()).toEqual(['shorten it'])
  expect(told(ben)).toEqual([])
})
