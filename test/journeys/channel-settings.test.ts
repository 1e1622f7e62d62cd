import { expect, it } from 'vitest'
import { startSettings } from '../support/settings.ts'

const ASK = '— None: if you name no job, I ask which.'
const YOURS = [
  '*Just for you*',
  'Time to undo a reply: [None] / 5 seconds / 10 seconds / 20 seconds / 30 seconds / 60 seconds'
]

it('lets whoever created a channel choose what goes to the agent there, from the next reply on', async () => {
  const { slack, ana, ben, open, choose, reply, advance, later, restart } = await startSettings()
  expect(await open(ana)).toEqual([
    '*For everybody in #docs*',
    'Replies that go to the agent: [The default] / Every reply / Replies that begin by mentioning me',
    '— The operator’s default.',
    'Results shown in the channel: [The default] / The first in a thread, failures and new pull requests / Every result / None',
    '— The operator’s default.',
    'Default job: None',
    ASK,
    ...YOURS
  ])
  expect(await choose(ana, { replies: 'mention' })).toMatchObject({ acknowledged: true })
  await restart()
  await reply('shall we shorten it?', { by: ben })
  await reply(`<@${slack.botUserId}> shorten it`, { by: ben })
  await advance(2_000)
  expect(later()).toEqual(['shorten it'])
})

it('shows what holds, and who chose it, to those who may not change it', async () => {
  const { ana, ben, open, choose } = await startSettings()
  await open(ana)
  await choose(ana, { replies: 'mention' })
  expect(await open(ben)).toEqual([
    '*For everybody in #docs*',
    '*Replies that go to the agent*\nReplies that begin by mentioning me',
    expect.stringMatching(/^— Chosen by @Ana, /),
    '*Results shown in the channel*\nThe first in a thread, failures and new pull requests',
    '— The operator’s default.',
    '*Default job*\nNone',
    ASK,
    '— Workspace admins and whoever created the channel can change this.',
    ...YOURS
  ])
})

it('lets a workspace admin choose in any channel, and take the choice back', async () => {
  const { slack, ben, open, choose, reply, advance, later } = await startSettings()
  slack.addPerson({ id: ben, name: 'Ben', isAdmin: true })
  await advance(11 * 60_000)
  await open(ben)
  await choose(ben, { replies: 'mention', results: 'none' })
  const [, replies, source] = await open(ben)
  expect(replies).toContain('[Replies that begin by mentioning me]')
  expect(source).toMatch(/^— Chosen by @Ben, /)
  await choose(ben, { replies: '-', results: '-' })
  expect((await open(ben))[1]).toContain('[The default]')
  await reply('shorten it')
  await advance(2_000)
  expect(later()).toEqual(['shorten it'])
})

it('keeps results out of the channel from then on, if that was chosen', async () => {
  const { agent, ana, open, choose, advance, thread } = await startSettings()
  await open(ana)
  await choose(ana, { replies: '-', results: 'none' })
  agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
  await advance(30_000)
  expect(thread().at(-1)).toMatch(/^bot: /)
})

it('tells whoever replies as before that a channel has chosen mentions since', async () => {
  const { ana, ben, open, choose, reply, advance, told, later } = await startSettings()
  await reply('shorten it', { by: ben })
  await advance(2_000)
  await open(ana)
  await choose(ana, { replies: 'mention', results: '-' })
  await reply('now add a title', { by: ben })
  await advance(2_000)
  expect(later()).toEqual(['shorten it'])
  expect(told(ben).at(-1)).toMatch(/^Not sent: /)
})

it('promises in the form what the channel has chosen', async () => {
  const { slack, channel, ana, shown, open, choose } = await startSettings()
  await open(ana)
  await choose(ana, { results: 'none' })
  await slack.command({ user: ana, channel, text: 'job_8f2' })
  await slack.waitFor(() => slack.views(ana).length > 0, 'the form', 5_000)
  expect(shown(ana).at(-1)).toBe('Who hears about it: [This channel] / Only me, in a direct message')
})

it('opens somebody’s own settings from their home, where they see their own choices', async () => {
  const { slack, ana, runDue, open, opened, choose } = await startSettings()
  await open(ana, slack.directChannel(ana).id)
  await choose(ana, { undo: '10' })
  await slack.openHome({ user: ana })
  await runDue()
  await slack.press({ user: ana, viewId: slack.homeOf(ana)?.id ?? '', actionId: 'open-settings' })
  const shown = await opened(ana)
  expect(shown).toHaveLength(YOURS.length)
  expect(shown[1]).toContain('[10 seconds]')
  expect(await choose(ana, { undo: '-' })).toMatchObject({ acknowledged: true })
})
