import { expect, it } from 'vitest'
import { changeReply } from '../../src/followups/events/change-reply.ts'
import type { FollowupDeps } from '../../src/followups/followup-deps.ts'
import { startWatching } from '../support/watched-job.ts'

const ONLY_MENTIONS =
  'From now on, only replies that begin by mentioning me go to *job_8f2*. Reply `every reply` to undo this.'
const NOT_SENT =
  'Not sent: in this thread, only replies that begin by mentioning me go to the agent. Reply `every reply` to change that for everybody here.'
const NEWCOMER =
  'Replies in this thread are instructions for *job_8f2*, and so is yours. Start one with `//` to keep it between people.'

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

it('says once that a mention has to come first', async () => {
  const { slack, ana, ben, reply, advance, later, told } = await startWatching({ areNew: true })
  await reply('only mentions', { by: ana })
  await advance(2_000)
  await reply(`could <@${slack.botUserId}> shorten it?`, { by: ben })
  await reply(`or <@${slack.botUserId}> could add a title`, { by: ben })
  await advance(2_000)
  expect(later()).toEqual([])
  expect(told(ben)).toEqual([NOT_SENT])
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

it('sends what was written before somebody chose mentions, although Slack said only later who wrote it', async () => {
  const { slack, ana, ben, reply, advance, later } = await startWatching()
  slack.fail('users.info', { error: 'internal_error' })
  await reply('shorten it', { by: ben })
  await reply('only mentions', { by: ana })
  await advance(30_000)
  expect(later()).toEqual(['shorten it'])
})

it('explains the first instruction to somebody who only said thanks before', async () => {
  const { ben, reply, advance, told } = await startWatching({ areNew: true })
  await reply('thanks!', { by: ben })
  await advance(2_000)
  await reply('shorten it', { by: ben })
  await advance(2_000)
  expect(told(ben)).toHaveLength(2)
  expect(told(ben).at(-1)).toBe(NEWCOMER)
})

it('takes back what waits, when an edit takes the mention away', async () => {
  const { slack, channel, ana, ben, reply, advance, later, told } = await startWatching({ hourlyLimit: 1 })
  await reply('only mentions', { by: ana })
  await advance(2_000)
  const { ts } = await reply(`<@${slack.botUserId}> shorten it`, { by: ben })
  await advance(2_000)
  await slack.edit({ user: ben, channel, messageTs: ts, text: 'Ana, shall we rather drop all of it?' })
  await advance(3_700_000)
  expect(later()).toEqual([])
  expect(told(ben)).toEqual([expect.stringMatching(/^Cancelled: your edited message is no longer an instruction/)])
})

it('promises nothing in direct messages that does not hold there', async () => {
  const { slack, ana, advance, told } = await startWatching()
  const channel = slack.directChannel(ana).id
  const { ts } = await slack.say({ user: ana, channel, text: 'job_8f2 shorten it' })
  await advance(2_000)
  await slack.say({ user: ana, channel, threadTs: ts, text: 'only mentions' })
  await advance(2_000)
  expect(told(ana).at(-1)).toBe('In direct messages, every reply goes to the agent.')
})

it('does not let guests change who speaks to the agent, and tells them nothing of talk', async () => {
  const { slack, ana, ben, reply, advance, later, thread } = await startWatching({ areNew: true })
  slack.addPerson({ id: ben, name: 'Ben', kind: 'guest' })
  await reply('only mentions', { by: ben })
  await advance(2_000)
  expect(thread().at(-1)).toBe('Ben: only mentions')
  await reply('shorten it', { by: ana })
  await advance(2_000)
  expect(later()).toEqual(['shorten it'])
})

it('sends a reply that its author edits into an instruction while the bot is about to leave it to people', async () => {
  let edit: ((deps: FollowupDeps) => Promise<unknown>) | undefined
  const { slack, channel, ana, ben, reply, advance, later, told } = await startWatching({
    wrap: deps => ({
      ...deps,
      people: {
        ...deps.people,
        async kindOf(...asked) {
          const change = edit
          edit = undefined
          await change?.(deps)
          return deps.people.kindOf(...asked)
        }
      }
    })
  })
  await reply('only mentions', { by: ana })
  await advance(2_000)
  const { ts: messageTs } = await reply('shall we shorten it?', { by: ben })
  edit = async deps => {
    await slack.edit({ user: ben, channel, messageTs, text: `<@${slack.botUserId}> shorten it` })
    await slack.deliveriesDone()
    await changeReply(deps, { teamId: slack.teamId, channelId: channel, ts: messageTs })
  }
  await advance(5_000)
  expect(later()).toEqual(['shorten it'])
  expect(told(ben)).toEqual([NOT_SENT])
})
