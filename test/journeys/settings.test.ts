import { describe, expect, it } from 'vitest'
import { type JourneyOptions, startJourney, startWatching } from '../support/journey.ts'

const YOURS = [
  '*Just for you*',
  'Time to undo a reply: [None] / 5 seconds / 10 seconds / 20 seconds / 30 seconds / 60 seconds'
]

describe('the settings of a channel', () => {
  it('are shown to everybody, and changed by whoever created it, from the next reply on', async () => {
    const { ana, ben, bot, openSettings, choose, reply, tell, later, told, restart } = await startWatching()
    expect(await openSettings(ana)).toEqual([
      '*For everybody in #docs*',
      'Replies that go to the agent: [Every reply] / Replies that begin by mentioning me',
      'Results shown in the channel: [The first in a thread, failures and new pull requests] / Every result / None',
      'Messages above in a thread: [Go along when somebody mentions me there] / Never go along',
      'Default job: None',
      ...YOURS
    ])
    await tell('shorten it')
    expect(await choose(ana, { replies: 'mention' })).toMatchObject({ acknowledged: true })
    await restart()
    await reply('shall we shorten it?')
    await tell(`${bot} and the title`)
    expect(later()).toEqual(['shorten it', 'and the title'])
    expect(told(ben)).toEqual([expect.stringMatching(/^Not sent: /)])
    expect(await openSettings(ben)).toEqual([
      '*For everybody in #docs*',
      '*Replies that go to the agent*\nReplies that begin by mentioning me',
      '*Results shown in the channel*\nThe first in a thread, failures and new pull requests',
      '*Messages above in a thread*\nGo along when somebody mentions me there',
      '*Default job*\nNone',
      '— Workspace admins and whoever created the channel can change this.',
      ...YOURS
    ])
  })

  it('are changed by workspace admins in any channel, and taken back', async () => {
    const { slack, ben, openSettings, choose, tell, advance, later, card, runDue } = await startWatching()
    slack.addPerson({ id: ben, name: 'Ben', isAdmin: true })
    await advance(11 * 60_000)
    await choose(ben, { replies: 'mention', results: 'none' })
    expect((await openSettings(ben))[1]).toContain('[Replies that begin by mentioning me]')
    await runDue()
    expect(card()).toContain(' · only mentions go to the agent')
    await choose(ben, { replies: 'always', results: 'news' })
    expect((await openSettings(ben))[1]).toContain('[Every reply]')
    await runDue()
    expect(card()).not.toContain('only mentions')
    await tell('shorten it')
    expect(later()).toEqual(['shorten it'])
  })

  it('stay as somebody else chose them while a form was open in which they were left as they were', async () => {
    const { slack, ana, ben, openSettings, choose, advance, reply, later } = await startWatching()
    slack.addPerson({ id: ben, name: 'Ben', isAdmin: true })
    await openSettings(ana)
    await choose(ben, { replies: 'mention' })
    await advance(60_000)
    expect(await slack.submitView({ user: ana, values: { undo: '10' } })).toMatchObject({ acknowledged: true })
    await reply('just between us: is this good?')
    await advance(30_000)
    expect(later()).toEqual([])
    expect(await openSettings(ana)).toEqual(
      expect.arrayContaining([
        'Replies that go to the agent: Every reply / [Replies that begin by mentioning me]',
        expect.stringContaining('[10 seconds]')
      ])
    )
  })
})

it('opens somebody’s own settings from their home and from a mention’s button, where they see their own choices', async () => {
  const { slack, ana, own, form, mention, told, channel, press, openSettings, choose, openHome, pressHome } =
    await startWatching()
  await openSettings(ana, own(ana))
  await choose(ana, { undo: '10' })
  await openHome()
  await pressHome('open-settings')
  await form().opened()
  expect(form().shown()).toEqual([YOURS[0], expect.stringContaining('[10 seconds]')])
  expect(await choose(ana, { undo: '-' })).toMatchObject({ acknowledged: true })
  await mention('settings', { by: ana })
  expect(told().at(-1)).toBe('Open the settings with this button, or type `/agent-followup settings`.\n[Settings]')
  await press('open-settings', { on: slack.ephemerals(channel, ana).at(-1)?.ts ?? '' })
  await form().opened()
  expect(form().shown()[0]).toBe('*For everybody in #docs*')
})

describe('the default job of a channel', () => {
  const GOES = 'This goes to *job_c90*, this channel’s default job.'
  const NOTE = '— *job_c90* is this channel’s default job. For another one, add its id.'
  /** job_8f2 has a thread in #docs; nobody has asked job_c90 for anything. */
  async function startWithDefault(isChosen = true, options: JourneyOptions = {}) {
    const journey = await startWatching(options)
    journey.job('job_c90')
    if (isChosen) await journey.choose(journey.ana, { 'default-job': 'job_c90' })
    return journey
  }

  it('gets a sentence that names no job, now, when it is idle or at a time, and its author hears which that is', async () => {
    const { agent, ana, ben, command, type, mention, advance, sent, told, card, openForm } = await startWithDefault()
    expect(await type('fix the tests', { by: ben })).toBe(GOES)
    expect(card()).toMatch(/^⏳ \*job_c90\* · working\n>fix the tests/)
    await mention('and shorten the intro', { by: ana })
    expect(told()).toEqual([GOES, expect.stringMatching(/^\*job_c90\* already has a thread here\./)])
    expect(await command('when idle: run the tests', { by: ben })).toBe(GOES)
    await mention('in 20 min: add a title', { by: ana })
    for (const words of ['исправь тесты в log4j', 'HTTP errors in log4j']) {
      await mention(`in 30 min: ${words}`, { by: ana })
      expect(card()).toContain(`“${words}”`)
    }
    expect(card()).toContain('⏰ waiting until the job is idle · “run the tests”')
    const first = ['fix the tests', 'and shorten the intro']
    expect(sent('job_c90')).toEqual(first)
    agent.finish('job_c90')
    await advance(60_000)
    expect(sent('job_c90')).toEqual([...first, 'run the tests'])
    await advance(20 * 60_000)
    expect(sent('job_c90')).toEqual([...first, 'run the tests', 'add a title'])
    expect(sent('job_8f2')).toEqual(['add examples'])
    expect((await openForm('', { by: ben })).shown()[0]).toBe('Job: job_c90')
  })

  it('gets a sentence that begins with the id of a job of which only somebody else was told', async () => {
    const errors = ['The agent service refuses requests from this bot']
    const { agent, ana, ben, job, command, mention, advance, sent } = await startWithDefault(true, { errors })
    job('docs')
    agent.fail('read', { status: 403 })
    await command('`docs` add examples', { by: ana })
    await advance(10_000)
    await mention('docs need an index', { by: ben })
    await advance(10_000)
    expect([sent('docs'), sent('job_c90')]).toEqual([[], ['docs need an index']])
  })

  it.each([
    ['Ana', 'written to', false],
    ['Ben', 'written to', false],
    ['Ben', 'written to and taken back', true]
  ])('gets none by %s that begins with the id that Ana has just %s', async (name, _, isTakenBack) => {
    const { slack, agent, ana, ben, bot, job, mention, edit, advance, sent } = await startWithDefault()
    const by = name === 'Ana' ? ana : ben
    job('docs')
    slack.fail('chat.postMessage', { retryAfterS: 60 })
    const ts = await mention('`docs` when idle: add examples', { by: ana })
    if (isTakenBack) await edit(ts, `${bot} // add examples`, { by: ana })
    await mention('docs when idle: also need an index', { by })
    await advance(120_000)
    agent.finish('docs')
    await advance(60_000)
    const first = isTakenBack ? [] : ['add examples']
    expect([sent('docs'), sent('job_c90')]).toEqual([[...first, 'also need an index'], []])
  })

  it('is what a question without a job is about, which the answer says', async () => {
    const { ana, ben, command, choose, mention, told } = await startWithDefault(false)
    expect(await command('status', { by: ben })).toMatch(/^Which job\?/)
    await choose(ana, { 'default-job': 'job_c90' })
    expect((await command('status', { by: ben })).split('\n')).toEqual([
      expect.stringMatching(/^\*job_c90\*: /),
      expect.stringMatching(/^As of /),
      NOTE
    ])
    await mention('status', { by: ana })
    expect(told().at(-1)).toContain(NOTE)
    expect(await command('watch')).toContain(NOTE)
    expect(await command('status job_8f2')).toMatch(/^\*job_8f2\*: /)
  })

  it('gets nothing that may be for another job or is a question, and nothing from direct messages', async () => {
    const { ana, ben, own, job, type, say, sent, told } = await startWithDefault()
    job('docs-fix')
    await type('`docs-fix` fix it', { by: ben })
    for (const words of [
      'status job',
      'ok, thank you',
      'tell job_8f2 to add a title',
      'what about job_404?',
      'at 18:00: docs-2 run it',
      'in 2 hours: `docs-fix` run it',
      'at 18:00: “job_8f2” run it',
      'at 18:00: (docs-fix): run it',
      'at 18:00: “job_404” run it',
      'at 18:00: <https://agents.example/runs/job_8f2> run it'
    ])
      expect([words, await type(words, { by: ben })]).not.toEqual([words, ''])
    await say('fix the tests', { by: ana, channel: own(ana) })
    expect(told().at(-1)).toMatch(/which job is it for\?/)
    expect([sent('job_c90'), sent('job_8f2')]).toEqual([[], ['add examples']])
    expect(told(ben).join()).not.toContain('This goes to')
  })

  it('is asked for again once there is none, and is none of another project', async () => {
    const { slack, ana, choose, openSettings, openForm, command, restart } = await startWithDefault()
    const formJob = async () => {
      const [job] = (await openForm()).shown()
      await slack.closeView({ user: ana })
      return job
    }
    await restart({ AGENT_PROJECT_ID: 'project-2' })
    expect(await formJob()).toBe('Job:')
    await restart()
    expect(await formJob()).toBe('Job: job_c90')
    expect((await openSettings(ana))[4]).toBe('Default job: job_c90')
    await choose(ana, { 'default-job': '-' })
    expect(await command('fix the tests')).toMatch(/^Not sent: which job is it for\?/)
  })
})

it('examines the installation for workspace admins, and not for whoever created a channel', async () => {
  const { slack, ana, ben, command, pass } = await startJourney()
  slack.addPerson({ id: ben, name: 'Ben', isAdmin: true })
  await pass(2 * 60_000)
  expect(await command('doctor', { by: ana })).toBe('Only workspace admins can have this installation examined.')
  const said = await command('doctor', { by: ben })
  expect(said).toMatch(/^\? No message has ever come from Slack — if you have tried,/)
  expect(said).toMatch(/✓ The agent service accepts AGENT_API_KEY for project-1/)
})
