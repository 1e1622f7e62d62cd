import { expect, it } from 'vitest'
import { z } from 'zod'
import type { View } from '../../sandbox/slack/slack-types.ts'
import { formAsShown } from '../support/form.ts'
import { startWatching } from '../support/watched-job.ts'

async function startSettings() {
  const journey = await startWatching()
  const { slack, channel } = journey
  const viewOf = (user: string) => slack.views(user).at(-1)
  const shown = (user: string) => formAsShown(z.custom<View>().parse(viewOf(user)))
  return {
    ...journey,
    shown,
    async open(user: string) {
      await slack.command({ user, channel, text: 'settings' })
      await slack.waitFor(() => viewOf(user) !== undefined, 'the settings', 5_000)
      return shown(user)
    },
    choose: (user: string, values: { replies: string; results: string }) => slack.submitView({ user, values })
  }
}

it('lets whoever created a channel choose what goes to the agent there, from the next reply on', async () => {
  const { slack, ana, ben, open, choose, reply, advance, later, restart } = await startSettings()
  expect(await open(ana)).toEqual([
    'For #docs. Changes apply to what people write from now on.',
    'Replies that go to the agent: [The default] / Every reply / Replies that begin by mentioning me / Every reply, until a second person writes in the thread',
    'Results shown in the channel: [The default] / The first in a thread, failures and new pull requests / Every result / None',
    'Quick follow-ups:'
  ])
  expect(await choose(ana, { replies: 'mention', results: 'operator' })).toMatchObject({ acknowledged: true })
  await restart()
  await reply('shall we shorten it?', { by: ben })
  await reply(`<@${slack.botUserId}> shorten it`, { by: ben })
  await advance(2_000)
  expect(later()).toEqual(['shorten it'])
})

it('shows what holds, and who chose it, to those who may not change it', async () => {
  const { ana, ben, open, choose } = await startSettings()
  await open(ana)
  await choose(ana, { replies: 'smart', results: 'operator' })
  expect(await open(ben)).toEqual([
    'For #docs.',
    '*Replies that go to the agent*\nEvery reply, until a second person writes in the thread',
    expect.stringMatching(/^— Chosen by @Ana, /),
    '*Results shown in the channel*\nThe first in a thread, failures and new pull requests',
    '— This is the default.',
    '*Quick follow-ups*\nNone.',
    '— Workspace admins and whoever created the channel can change this.'
  ])
})

it('does not store the choice of somebody who forges the form', async () => {
  const { slack, ana, ben, open, choose, reply, advance, later } = await startSettings()
  await open(ana)
  slack.addPerson({ id: ana, name: 'Ana', kind: 'guest' })
  await advance(11 * 60_000)
  expect(await choose(ana, { replies: 'mention', results: 'none' })).toMatchObject({
    errors: { replies: 'Nothing was changed: only workspace admins and whoever created the channel may.' }
  })
  await reply('shorten it', { by: ben })
  await advance(2_000)
  expect(later()).toEqual(['shorten it'])
})

it('lets a workspace admin choose in any channel, and take the choice back', async () => {
  const { slack, ben, open, choose, reply, advance, later } = await startSettings()
  slack.addPerson({ id: ben, name: 'Ben', isAdmin: true })
  await advance(11 * 60_000)
  await open(ben)
  await choose(ben, { replies: 'mention', results: 'none' })
  expect((await open(ben))[1]).toContain('[Replies that begin by mentioning me]')
  await choose(ben, { replies: 'operator', results: 'operator' })
  expect((await open(ben))[1]).toContain('[The default]')
  await reply('shorten it')
  await advance(2_000)
  expect(later()).toEqual(['shorten it'])
})

it('keeps the results of what is asked from then on out of the channel, if that was chosen', async () => {
  const { agent, ana, open, choose, command, advance, thread } = await startSettings()
  await open(ana)
  await choose(ana, { replies: 'operator', results: 'none' })
  agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
  await advance(30_000)
  // It was asked before.
  expect(thread().at(-1)).toMatch(/^bot, also in #docs: /)
  agent.addJob({ id: 'job_c90', life: { ends: 'never' } })
  await command('job_c90 add a title')
  await advance(5_000)
  agent.finish('job_c90', { prLink: 'https://github.com/acme/docs/pull/13' })
  await advance(30_000)
  expect(thread().at(-1)).toMatch(/^bot: /)
})

it('says where settings are opened to somebody who mentions the bot', async () => {
  const { slack, channel, ana, advance, told } = await startSettings()
  await slack.say({ user: ana, channel, text: `<@${slack.botUserId}> settings` })
  await advance(2_000)
  expect(told(ana).at(-1)).toBe('To see or change a channel’s settings, type `/agent-followup settings` there.')
})

it('shows the settings to nobody who may not use the bot', async () => {
  const { slack, ben, open, command, advance } = await startSettings()
  expect(await open(ben)).toHaveLength(7)
  await slack.closeView({ user: ben })
  slack.addPerson({ id: ben, name: 'Ben', kind: 'guest' })
  await advance(11 * 60_000)
  expect(await command('settings', { by: ben })).toBe(
    'Not done: guests can’t steer agent jobs. Ask a full member of this workspace.'
  )
  expect(slack.views(ben)).toEqual([])
})

it('tells whoever replies as before that a channel has chosen mentions since', async () => {
  const { ana, ben, open, choose, reply, advance, told, later } = await startSettings()
  await reply('shorten it', { by: ben })
  await advance(2_000)
  await open(ana)
  await choose(ana, { replies: 'mention', results: 'operator' })
  await reply('now add a title', { by: ben })
  await advance(2_000)
  expect(later()).toEqual(['shorten it'])
  expect(told(ben).at(-1)).toMatch(/^Not sent: /)
})

it('says that Slack did not tell who may change them', async () => {
  const { slack, ana, open, choose } = await startSettings()
  await open(ana)
  slack.fail('conversations.info', { error: 'internal_error' })
  expect(await choose(ana, { replies: 'mention', results: 'none' })).toMatchObject({
    errors: { replies: 'Nothing was changed: Slack didn’t tell me whether you may. Try again in a minute.' }
  })
})

it('promises in the form what the channel has chosen', async () => {
  const { slack, channel, ana, shown, open, choose } = await startSettings()
  await open(ana)
  await choose(ana, { replies: 'operator', results: 'none' })
  await slack.command({ user: ana, channel, text: 'job_8f2' })
  await slack.waitFor(() => slack.views(ana).length > 0, 'the form', 5_000)
  expect(shown(ana).at(-1)).toBe('Who hears about it: [This channel] / Only me, in a direct message')
})

it('opens no settings where there are none', async () => {
  const { slack, ana, command } = await startSettings()
  expect(await command('settings', { channel: slack.directChannel(ana).id })).toBe(
    'To see or change a channel’s settings, type `/agent-followup settings` there.'
  )
})
