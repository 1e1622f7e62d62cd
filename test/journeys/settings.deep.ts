import { describe, expect, it } from 'vitest'
import { callSlack } from '../sandbox/slack/call-slack.ts'
import { type Journey, startWatching } from '../support/journey.ts'

const CHANGE = { replies: 'mention' }

const NOT_SAVED: [what: string, happens: (journey: Journey) => unknown, why: string][] = [
  [
    'of somebody who may no longer use the bot',
    async ({ slack, ana: id, advance }) => {
      slack.addPerson({ id, name: 'Ana', kind: 'guest' })
      await advance(11 * 60_000)
    },
    'you may no longer use me here.'
  ],
  [
    'while Slack does not tell who may',
    ({ slack }) => slack.fail('conversations.info', { error: 'internal_error' }),
    'Slack didn’t tell me whether you may. Try again in a minute.'
  ],
  [
    'in settings of an older version',
    async ({ slack, ana }) => {
      const [{ id, blocks = [] } = {}] = slack.views(ana)
      const older = {
        type: 'modal',
        callback_id: 'settings-form',
        private_metadata: 'C0DOCS',
        blocks: blocks.slice(0, 5)
      }
      const words = { title: { type: 'plain_text', text: 'Settings' }, submit: { type: 'plain_text', text: 'Save' } }
      await callSlack(slack, 'views.update', { view_id: id ?? '', view: { ...older, ...words } })
    },
    'I’ve been updated since you opened this. Open the settings again.'
  ]
]

it.each(NOT_SAVED)('does not store a choice %s, and says so', async (_, happens, why) => {
  const journey = await startWatching()
  const { slack, ana, database, openSettings, tell, later } = journey
  await openSettings(ana)
  await happens(journey)
  expect(await slack.submitView({ user: ana, values: CHANGE })).toMatchObject({
    errors: { replies: `Nothing was changed: ${why}` }
  })
  expect(await database.query('select from followup.setting')).toEqual([])
  await tell('shorten it')
  expect(later()).toEqual(['shorten it'])
})

it('does not lose what was chosen when the bot was held up, and says so', async () => {
  let awakeMs = 0
  const { ana, openSettings, choose } = await startWatching({ awakeMs: () => awakeMs })
  await openSettings(ana)
  awakeMs = 60_000
  expect(await choose(ana, CHANGE)).toMatchObject({
    errors: { replies: 'Nothing was changed: I was held up and read this too late. Press Save again.' }
  })
  awakeMs += 1_500
  expect(await choose(ana, CHANGE)).toMatchObject({ acknowledged: true })
})

it('lets nobody who may not use the bot open the settings, or save their own', async () => {
  const { slack, ana, ben, own, form, openSettings, choose, command, restart, advance } = await startWatching()
  slack.addPerson({ id: ben, name: 'Ben', kind: 'guest' })
  await advance(11 * 60_000)
  const guests = 'Not done: guests can’t steer agent jobs. Ask a full member of this workspace.'
  expect([await command('settings', { by: ben }), form(ben).isOpen()]).toEqual([guests, false])
  await openSettings(ana, own(ana))
  await restart({ ALLOWED_USERS: 'U0BEN' })
  expect(await choose(ana, { undo: '10' })).toMatchObject({
    errors: { undo: 'Nothing was changed: you may no longer use me here.' }
  })
  await slack.closeView({ user: ana })
  expect(await command('settings', { channel: own(ana) })).toMatch(/^Not done: you’re not on the list of people/)
  expect(form().isOpen()).toBe(false)
})

describe('what people chose with a newer version', () => {
  const NEWER = 'as only a newer version knows'
  const unknown = (name: string) => `The stored value of setting '${name}' is unknown to this version`
  /** Somebody chooses with a bot of that version, which runs beside this one. */
  function chooseNewer({ slack, database, channel, ben }: Journey, whose: string, name: string, value: string) {
    return database.query(
      `insert into followup.setting as known (team_id, scope, name, value, chosen_at_ms)
       values ($1, $2, $3, $4, 0) on conflict (team_id, scope, name) do update set value = $4`,
      [slack.teamId, whose === 'channel' ? channel : ben, name, value]
    )
  }
  const complaints = ({ log }: Journey) => log.flatMap(line => ('error' in line ? String(line.error) : [])).join()

  it.each([
    ['replies', 'channel', 'always'],
    ['undo', 'person', '5']
  ])('sends no reply while it does not know what was chosen for “%s”, for a %s', async (name, whose, known) => {
    const journey = await startWatching()
    await chooseNewer(journey, whose, name, NEWER)
    await journey.reply('shorten it')
    await journey.advance(20_000)
    expect([journey.later(), complaints(journey)]).toEqual([[], expect.stringContaining(unknown(name))])
    if (name === 'replies') expect(journey.card()).not.toContain('go to the agent')
    await chooseNewer(journey, whose, name, known)
    await journey.advance(70_000)
    expect(journey.later()).toEqual(['shorten it'])
  })

  it('shows no result while it does not know whether the channel wants to see it', async () => {
    const journey = await startWatching()
    const { job, command, advance, said } = journey
    job('job_c90', { life: { worksMs: 10_000, ends: 'completed' } })
    await chooseNewer(journey, 'channel', 'results', NEWER)
    await command('job_c90 shorten it')
    await advance(120_000)
    const results = () => said().filter(words => words.includes('*job_c90* finished'))
    expect([results(), complaints(journey)]).toEqual([[], expect.stringContaining(unknown('results'))])
    await chooseNewer(journey, 'channel', 'results', 'all')
    await advance(70_000)
    expect(results()).toHaveLength(1)
  })

  it('says that it cannot do what depends on a choice that it does not know', async () => {
    const journey = await startWatching({ errors: ['A follow-up could not be stored'] })
    await chooseNewer(journey, 'channel', 'job of project-1', 'not a job')
    expect(await journey.command('fix the tests')).toMatch(/^Not sent: I can’t take follow-ups right now\./)
    expect(await journey.command('settings')).toBe('Not done: I can’t do that right now. Try again in a minute.')
    expect(journey.posts()).toBe(1)
  })
})
