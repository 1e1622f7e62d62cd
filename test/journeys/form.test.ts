import { expect, it } from 'vitest'
import { WHEN } from '../support/form.ts'
import { startForm } from '../support/watched-job.ts'

const HEARS = 'Who hears about it: [This channel] / Only the job’s thread / Only me, in a direct message'

it('opens a form for a command alone, and sends what is written there like the command', async () => {
  const { open, form, advance, card, told, ana, sent } = await startForm()
  await open()
  expect(form.shown()).toEqual(['Job:', 'What should it do?:', ...WHEN, HEARS])
  expect(await form.send({ job: 'job_8f2', instruction: 'Shorten the intro.\nKeep a < b & c.' })).toEqual({})
  expect(form.isOpen()).toBe(false)
  await advance(2_000)
  expect(card()).toContain('⏳ *job_8f2* · working\n>Shorten the intro.\n>Keep a < b & c.')
  expect([sent(), told(ana)]).toEqual([['Shorten the intro.\nKeep a < b & c.'], []])
})

it('opens it for an id alone, with the job filled in', async () => {
  const { open, form, advance, sent } = await startForm()
  await open('`job_8f2`')
  expect(form.shown()).toEqual(['Job: job_8f2', 'What should it do?:', ...WHEN, HEARS])
  expect(await form.send({ instruction: 'shorten it' })).toEqual({})
  await advance(2_000)
  expect(sent()).toEqual(['shorten it'])
})

it('answers in words when no form opens, so that nobody is left with nothing', async () => {
  const { slack, channel, ana, command, form } = await startForm()
  slack.fail('views.open', { error: 'internal_error', times: 2 })
  expect(await command('')).toContain('Not sent. Tell me the job and what it should do')
  expect(await command('job_8f2')).toContain('Not sent: what should *job_8f2* do?')
  expect(await command('help')).toContain('Steer an agent job')
  slack.fail('views.open', { kind: 'hang' })
  expect(await command('')).toContain('Not sent. Tell me the job and what it should do')
  slack.clearFaults()
  await slack.command({ user: ana, channel, text: '' })
  await form.opened()
})

it('opens within the three seconds of a trigger, whatever it cannot find out by then', async () => {
  const { slack, open, form } = await startForm()
  slack.fail('conversations.info', { kind: 'hang' })
  await open()
  expect(form.shown()).toContain(HEARS)
})

it('offers the jobs of the channel and one’s own, each with its state, and any id that is typed', async () => {
  const { slack, agent, ana, ben, command, advance, open, form } = await startForm()
  for (const id of ['job_9f3', 'job_secret', 'job_mine']) agent.addJob({ id, life: { ends: 'never' } })
  const secret = slack.addChannel({ name: 'secret', kind: 'private', members: [ana, ben] }).id
  await command('job_secret drop the tests', { by: ben, channel: secret })
  const plans = slack.addChannel({ name: 'plans', members: [ana] }).id
  await command('job_mine fix\nthe links', { channel: plans })
  await command('job_8f2 shorten it', { by: ben })
  await advance(65_000)
  await command('job_9f3 go on')
  await advance(2_000)
  await open()
  expect(await form.suggest('')).toEqual([
    'job_9f3 · ⏳ working | example/shop · just now · go on',
    'job_8f2 · ⏳ working | example/shop · 1 min ago · shorten it',
    'job_mine · ⏳ working | example/shop · 1 min ago · fix the links'
  ])
  expect(await form.suggest('LINKS')).toEqual([
    'job_mine · ⏳ working | example/shop · 1 min ago · fix the links',
    'Use LINKS'
  ])
  expect(await form.suggest('job_9f3')).toHaveLength(1)
  expect(await form.suggest('“job_new”')).toEqual(['Use job_new'])
  expect(await form.suggest('no such job')).toEqual([])
  expect(await form.suggest('x'.repeat(5_000))).toEqual([])
})

it('keeps the result in the thread for whoever wants that', async () => {
  const { agent, open, form, advance, thread, slack, channel } = await startForm()
  await open('job_8f2')
  expect(await form.send({ instruction: 'shorten it', hears: 'thread' })).toEqual({})
  await advance(2_000)
  agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
  await advance(60_000)
  expect(thread()).toEqual([expect.stringMatching(/^bot: @Ana, \*job_8f2\* finished: /)])
  expect(slack.messages(channel)).toHaveLength(2)
})

it('leaves nothing in the channel of what only one person wants to hear', async () => {
  const { agent, open, form, advance, direct, slack, channel, told, ana } = await startForm()
  await open('job_8f2')
  expect(await form.send({ instruction: 'shorten it', hears: 'me' })).toEqual({})
  await advance(2_000)
  agent.finish('job_8f2', { prLink: null })
  await advance(120_000)
  expect([slack.messages(channel), told(ana)]).toEqual([
    [],
    [expect.stringMatching(/^The card for your follow-up .* is /)]
  ])
  expect(direct()).toEqual([
    expect.stringMatching(/^✅ \*job_8f2\* · finished\n>shorten it/),
    expect.stringMatching(/^@Ana, \*job_8f2\* finished, no pull request/)
  ])
  await open('job_404')
  await form.send({ instruction: 'shorten it', hears: 'me' })
  await advance(2_000)
  expect(direct().at(-1)).toBe(
    'Not sent: there’s no job *job_404* here. Check the id, then send it again.\n>shorten it\n[Open the form]'
  )
})

it('says when little is left of the hour', async () => {
  const { command, advance, open, form } = await startForm({ hourlyLimit: 2 })
  const budget = () => form.shown().filter(line => line.startsWith('— '))
  await open()
  expect(budget()).toEqual([])
  await command('job_8f2 one')
  await advance(2_000)
  await open()
  expect(budget()).toEqual(['— One follow-up is left this hour. Any more will wait, and go out on their own.'])
  await command('job_8f2 two')
  await advance(2_000)
  await open()
  expect(budget()).toEqual(['— This hour’s follow-ups are used up: yours will wait, and go out on its own.'])
})
