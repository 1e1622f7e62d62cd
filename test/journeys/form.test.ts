import { describe, expect, it } from 'vitest'
import { WHEN, WHERE } from '../support/form.ts'
import type { JourneyOptions } from '../support/journey.ts'
import { startWatching, startWithJob } from '../support/journey.ts'

const MINUTE = 60_000
const HERE = '— The card, or a link to the job’s thread, will appear in this channel.'
const EMPTY = ['What should it do?:', ...WHEN, HERE]
const PULL = 'https://github.com/acme/docs/pull/12'

it('opens for a command alone or with an id, and sends what is written there like the command', async () => {
  const { openForm, advance, card, told, sent } = await startWithJob()
  const form = await openForm()
  expect(form.shown()).toEqual(['Job:', ...EMPTY])
  expect(await form.send({ job: 'job_8f2', words: 'Shorten the intro.\nKeep a < b & c.' })).toEqual({})
  expect(form.isOpen()).toBe(false)
  await advance(2_000)
  expect(card()).toContain('⏳ *job_8f2* · working\n>Shorten the intro.\n>Keep a < b & c.')
  expect(told()).toEqual([])
  expect((await openForm('`job_8f2`')).shown()).toEqual(['Job: job_8f2', ...EMPTY])
  expect(await form.send({ words: 'shorten it' })).toEqual({})
  await advance(2_000)
  expect(sent()).toEqual(['Shorten the intro.\nKeep a < b & c.', 'shorten it'])
})

it('is answered in words when it does not open, so that nobody is left with nothing', async () => {
  const { slack, command } = await startWithJob()
  slack.fail('views.open', { error: 'internal_error', times: 2 })
  expect(await command('')).toContain('Not sent. Tell me the job and what it should do')
  expect(await command('job_8f2')).toContain('Not sent: what should *job_8f2* do?')
  slack.fail('views.open', { kind: 'hang' })
  expect(await command('')).toContain('Not sent. Tell me the job and what it should do')
})

it('offers the jobs of the channel and one’s own, each with its state, and any id that is typed', async () => {
  const { slack, ana, ben, job, command, advance, type, openForm } = await startWithJob()
  for (const id of ['job_9f3', 'job_secret', 'job_mine']) job(id)
  const secret = slack.addChannel({ name: 'secret', kind: 'private', members: [ana, ben] }).id
  await command('job_secret drop the tests', { by: ben, channel: secret })
  const plans = slack.addChannel({ name: 'plans', members: [ana] }).id
  await command('job_mine fix\nthe links', { channel: plans })
  await command('job_8f2 shorten it', { by: ben })
  await advance(65_000)
  await type('job_9f3 go on')
  const form = await openForm()
  const mine = 'job_mine · ⏳ working | example/shop · fix the links'
  const offers: [typed: string, offered: string[]][] = [
    ['', ['job_9f3 · ⏳ working | example/shop · go on', 'job_8f2 · ⏳ working | example/shop · shorten it', mine]],
    ['LINKS', [mine, 'Use LINKS']],
    ['job_9f3', ['job_9f3 · ⏳ working | example/shop · go on']],
    ['`job_new`', ['Use job_new']],
    ['no such job', []],
    ['x'.repeat(5_000), []]
  ]
  for (const [typed, offered] of offers) expect(await form.suggest(typed)).toEqual(offered)
})

it('stays open with the words, and says under which field something is wrong', async () => {
  const { command, openForm, advance, sent } = await startWithJob()
  await command('job_8f2 shorten it')
  const form = await openForm('job_8f2')
  const wrong: [words: string, why: string | RegExp][] = [
    ['  \n ', 'Say what the agent should do.'],
    ['Stop.', 'Not sent: “Stop.” on its own is a command for me. If it’s meant for the agent, write a sentence.'],
    ['mute', /^Not sent: “mute” on its own/],
    [
      `use ghp_${'a1B2c3D4e5F6'.repeat(3)}`,
      'Not sent: line 1 looks like a GitHub token. Take it out, then press Send.'
    ],
    ['shorten it', 'Not sent twice: you asked for the same thing a moment ago. To send it again, change the words.']
  ]
  for (const [words, why] of wrong)
    expect(await form.send({ words })).toEqual({
      words: typeof why === 'string' ? why : expect.stringMatching(why)
    })
  expect(await form.send({ words: 'shorten it more' })).toEqual({})
  await advance(4_000)
  expect(sent()).toEqual(['shorten it', 'shorten it more'])
})

it.each([
  ['another key', { AGENT_PROJECT_ID: 'staging', AGENT_API_KEY: 'canary_staging-key-77' }],
  ['the same key', { AGENT_PROJECT_ID: 'staging' }]
])('neither sends nor suggests anything from a form of another project: with %s', async (_, staging) => {
  const { agent, type, openForm, restart, advance, told, sent } = await startWithJob()
  await type('job_8f2 shorten it')
  const form = await openForm('job_8f2')
  await restart(staging)
  const before = agent.requests().length
  expect([await form.suggest(''), await form.suggest('job_9f3')]).toEqual([[], []])
  expect(await form.send({ words: 'drop the table' })).toEqual({
    words:
      'Not sent: this form was opened for another project. Copy your words and open the form in the channel where they should go.'
  })
  await advance(5_000)
  expect([agent.requests().length, sent(), told()]).toEqual([before, ['shorten it'], []])
  await restart()
  expect(await form.suggest('job_8f2')).toHaveLength(1)
  expect(await form.send({})).toEqual({})
  await advance(5_000)
  expect(sent()).toEqual(['shorten it', 'drop the table'])
})

describe('opened outside of all channels', () => {
  const WORDS = { job: 'job_8f2', words: 'shorten it' }

  async function startAnywhere(options: JourneyOptions = {}) {
    const journey = await startWithJob(options)
    const { slack, ana, ben } = journey
    const form = journey.form()
    await slack.shortcut({ user: ana, callbackId: 'send-followup' })
    await form.opened()
    const addChannel = (name: string, more: object = {}) => slack.addChannel({ name, members: [ana, ben], ...more }).id
    return { ...journey, form, addChannel }
  }

  it.each([
    ['the channel that is chosen', true],
    ['one’s own direct messages, where none is', false]
  ])('it asks where: %s, and says in which thread its words are, if the job has one there', async (_, is) => {
    const { slack, agent, channel, ana, form, advance, said, own, told, sent } = await startAnywhere()
    const where = is ? channel : ''
    expect(form.shown()).toEqual(['Job:', 'What should it do?:', ...WHEN, ...WHERE])
    expect(await form.send({ ...WORDS, where })).toEqual({})
    await advance(2_000)
    agent.finish('job_8f2', { prLink: null })
    await advance(2 * MINUTE)
    const story = [expect.stringContaining('*job_8f2* · '), expect.stringContaining('@Ana, *job_8f2* finished')]
    expect([said(channel), said(own(ana)), told()]).toEqual(is ? [story, [], []] : [[], story, []])
    await slack.shortcut({ user: ana, callbackId: 'send-followup' })
    await form.opened()
    await form.send({ ...WORDS, words: 'drop the table', where })
    await advance(2_000)
    expect(slack.ephemerals(is ? channel : own(ana), ana)).toHaveLength(1)
    expect(told()).toEqual([expect.stringContaining('*job_8f2* already has a thread here. Your follow-up is in that')])
    expect(sent()).toEqual(['shorten it', 'drop the table'])
  })

  it('it says under the field where it cannot send, keeps the words, and sends once it can', async () => {
    const refusals = ['conversations.info channel_not_found']
    const { slack, ana, form, advance, sent, said, own, addChannel, restart } = await startAnywhere({ refusals })
    const [attic, secret] = [addChannel('attic'), addChannel('secret', { kind: 'private' })]
    const [far, hidden] = ['public', 'private'].map(kind => addChannel(`far-${kind}`, { kind, botIsMember: false }))
    slack.archive(attic)
    await slack.removeFrom(secret, ana)
    const away = 'Not sent: I’m not in this channel. Invite me there, then press Send, or choose another one.'
    const refused: [where: string | undefined, why: string][] = [
      [attic, 'Not sent: this channel is archived. Choose another one.'],
      [secret, 'Not sent: you’re not in this channel. Copy your words and send them from one you’re in.'],
      [hidden, away],
      [far, away]
    ]
    for (const [where = '', why] of refused) expect(await form.send({ ...WORDS, where })).toEqual({ where: why })
    await restart({ ALLOWED_CHANNELS: `C0DOCS,${far}` })
    const off =
      'Not sent: I’m not switched on in this channel. Use another one, or ask whoever runs this bot to add it.'
    for (const where of [secret, '']) expect(await form.send({ where })).toEqual({ where: off })
    await advance(5_000)
    expect([sent(), said(secret), said(attic), said(own(ana))]).toEqual([[], [], [], []])
    await slack.invite(far ?? '')
    expect(await form.send({ where: far ?? '' })).toEqual({})
    await advance(2_000)
    expect([sent(), said(far).length]).toEqual([['shorten it'], 1])
  })
})

describe('from the card of a job that has ended', () => {
  /** Ben presses Send follow-up on it. */
  async function startEnded(options: JourneyOptions = {}) {
    const journey = await startWatching(options)
    const { slack, agent, ben, channel, advance, cardTs } = journey
    agent.finish('job_8f2', { prLink: PULL })
    await advance(MINUTE)
    const pressIt = () => slack.press({ user: ben, channel, messageTs: cardTs(), actionId: 'open-form' })
    return { ...journey, bens: journey.form(ben), pressIt }
  }

  it('it opens with its job, and goes on in its thread', async () => {
    const { slack, channel, ben, bens, pressIt, advance, told, thread, later, card } = await startEnded()
    const before = slack.messages(channel).length
    await pressIt()
    await bens.opened()
    expect(bens.shown()).toEqual(['Job: job_8f2', ...EMPTY])
    expect(await bens.send({ words: 'shorten it\nand add tests' })).toEqual({})
    await advance(2_000)
    expect(later()).toEqual(['shorten it\nand add tests'])
    expect(thread().at(-1)).toBe('bot: Follow-up from @Ben:\n>shorten it\n>and add tests')
    expect(told(ben)).toEqual([expect.stringMatching(/^\*job_8f2\* already has a thread here\./)])
    expect(card()).toMatch(/^⏳ \*job_8f2\* · working\n[\s\S]*— ⏳ “shorten it/)
    expect(slack.messages(channel)).toHaveLength(before + 1)
  })

  it('the press is acknowledged at once, however long Slack takes to open it', async () => {
    const { slack, bens, pressIt } = await startEnded()
    slack.fail('conversations.info', { kind: 'hang' })
    slack.fail('views.open', { delayMs: 500 })
    expect(await pressIt()).toMatchObject({ acknowledged: true })
    expect(bens.isOpen()).toBe(false)
    await bens.opened()
    expect(bens.shown()).toContain('Job: job_8f2')
  })

  it('it is answered in words when it does not open, as a reply there would be answered', async () => {
    const { slack, ben, bens, pressAndHear, restart } = await startEnded()
    const answer = () => pressAndHear('open-form', { by: ben })
    slack.fail('views.open', { error: 'expired_trigger_id' })
    expect(await answer()).toMatch(/^I was too slow to open the form\. Try again, or/)
    await restart({ AGENT_PROJECT_ID: 'staging', AGENT_API_KEY: 'canary_staging-key-77' })
    expect(await answer()).toMatch(/^Not done: this thread belongs to project project-1, and here I serve staging\./)
    expect(bens.isOpen()).toBe(false)
  })
})
