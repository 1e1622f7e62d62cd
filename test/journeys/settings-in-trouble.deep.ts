import { expect, it } from 'vitest'
import { callSlack } from '../sandbox/slack/call-slack.ts'
import { startSettings, useSettings } from '../support/settings.ts'
import { startWatching } from '../support/watched-job.ts'

it('does not store the choice of somebody who forges the form', async () => {
  const { slack, ana, ben, open, choose, reply, advance, later } = await startSettings()
  await open(ana)
  slack.addPerson({ id: ana, name: 'Ana', kind: 'guest' })
  await advance(11 * 60_000)
  expect(await choose(ana, { replies: 'mention', results: 'none' })).toMatchObject({
    errors: { replies: 'Nothing was changed: you may no longer use me here.' }
  })
  await reply('shorten it', { by: ben })
  await advance(2_000)
  expect(later()).toEqual(['shorten it'])
})

it('opens the settings with a button for somebody who mentions the bot', async () => {
  const { slack, channel, ana, advance, told, press, opened } = await startSettings()
  await slack.say({ user: ana, channel, text: `<@${slack.botUserId}> settings` })
  await advance(2_000)
  expect(told(ana).at(-1)).toBe('`/agent-followup settings` opens the settings, and so does this button.\n[Settings]')
  await press('open-settings', { on: slack.ephemerals(channel, ana).at(-1)?.ts ?? '' })
  expect((await opened(ana))[0]).toMatch(/^\*For everybody in #docs\*/)
})

it('shows the settings to nobody who may not use the bot', async () => {
  const { slack, ben, open, command, advance } = await startSettings()
  expect(await open(ben)).toContain('*For everybody in #docs*')
  await slack.closeView({ user: ben })
  slack.addPerson({ id: ben, name: 'Ben', kind: 'guest' })
  await advance(11 * 60_000)
  expect(await command('settings', { by: ben })).toBe(
    'Not done: guests can’t steer agent jobs. Ask a full member of this workspace.'
  )
  expect(slack.views(ben)).toEqual([])
})

it('says that Slack did not tell who may change them', async () => {
  const { slack, ana, open, choose } = await startSettings()
  await open(ana)
  slack.fail('conversations.info', { error: 'internal_error' })
  expect(await choose(ana, { replies: 'mention', results: 'none' })).toMatchObject({
    errors: { replies: 'Nothing was changed: Slack didn’t tell me whether you may. Try again in a minute.' }
  })
})

it('does not lose what was chosen when the bot was held up, and says so', async () => {
  let awakeMs = 0
  const { ana, open, choose } = useSettings(await startWatching({ awakeMs: () => awakeMs }))
  await open(ana)
  awakeMs = 60_000
  expect(await choose(ana, { replies: 'mention' })).toMatchObject({
    errors: { replies: 'Nothing was changed: I was held up and read this too late. Press Save again.' }
  })
  awakeMs += 1_500
  expect(await choose(ana, { replies: 'mention' })).toMatchObject({ acknowledged: true })
})

it('says that it was updated to somebody whose settings were opened before that', async () => {
  const { slack, database, log, ana, ben, open, reply, advance, later } = await startSettings()
  await open(ana)
  const [{ id, blocks = [] } = {}] = slack.views(ana)
  const older = { type: 'modal', callback_id: 'settings-form', private_metadata: 'C0DOCS', blocks: blocks.slice(0, 5) }
  const words = { title: { type: 'plain_text', text: 'Settings' }, submit: { type: 'plain_text', text: 'Save' } }
  await callSlack(slack, 'views.update', { view_id: id ?? '', view: { ...older, ...words } })
  expect(await slack.submitView({ user: ana, values: { replies: 'mention' } })).toMatchObject({
    errors: { replies: 'Nothing was changed: I’ve been updated since you opened this. Open the settings again.' }
  })
  expect(log.map(({ words }) => words)).toContain('A form that this version does not know was sent')
  expect(await database.query('select from followup.setting')).toEqual([])
  await reply('shorten it', { by: ben })
  await advance(2_000)
  expect(later()).toEqual(['shorten it'])
})

it('lets somebody who may no longer use the bot neither open nor save their own settings', async () => {
  const { slack, ana, open, choose, restart, command } = await startSettings()
  const own = slack.directChannel(ana).id
  await open(ana, own)
  await restart({ ALLOWED_USERS: 'U0BEN' })
  expect(await choose(ana, { undo: '10' })).toMatchObject({
    errors: { undo: 'Nothing was changed: you may no longer use me here.' }
  })
  await slack.closeView({ user: ana })
  expect(await command('settings', { channel: own })).toMatch(/^Not done: you’re not on the list of people/)
  expect(slack.views(ana)).toEqual([])
})
