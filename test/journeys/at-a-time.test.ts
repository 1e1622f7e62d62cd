import { expect, it } from 'vitest'
import { startForm } from '../support/form.ts'
import { startJourney } from '../support/journey.ts'
import { startWatching } from '../support/watched-job.ts'

// It is 14:00 UTC, and three in the afternoon where Ana and Ben are.
const HOURS = 3_600_000
const BUTTONS = '[Send now] [Cancel]'

const IDLE_JOB = { id: 'job_8f2', life: { ends: 'never' as const } }

it('sends a reply at six, by the clock of its author', async () => {
  const { reply, advance, sleep, thread, later } = await startWatching()
  await reply('at 18:00: run the tests')
  await advance(2_000)
  expect(thread()).toEqual([
    'Ben: at 18:00: run the tests ⏰',
    `bot: Not sent yet: waiting until 2026-11-20 17:00.\n>run the tests\n${BUTTONS}`
  ])
  await sleep(2 * HOURS)
  expect(later()).toEqual([])
  await sleep(1 * HOURS)
  await advance(2_000)
  expect(later()).toEqual(['run the tests'])
  expect(thread()[0]).toBe('Ben: at 18:00: run the tests 📨')
})

it('sends a command, a mention and a direct message when they say', async () => {
  const { slack, agent, channel, ana, command, advance, sleep, card } = await startJourney()
  agent.addJob(IDLE_JOB)
  await command('job_8f2 in 30 min: one')
  await slack.say({ user: ana, channel, text: `<@${slack.botUserId}> job_8f2 in 1 hour: two` })
  await slack.say({ user: ana, channel: slack.directChannel(ana).id, text: 'job_8f2 tomorrow at 9: three' })
  await advance(3_000)
  expect(card()).toContain('⏰ *job_8f2* · waiting until')
  const sent = () => agent.sends().map(({ prompt }) => prompt)
  for (const [hours, prompts] of [
    [0.5, ['one']],
    [0.5, ['one', 'two']],
    [17, ['one', 'two', 'three']]
  ] as const) {
    await sleep(hours * HOURS)
    await advance(2_000)
    expect(sent()).toEqual(prompts)
  }
})

it.each([
  ['in 9 days: run the tests', 'I can keep an instruction for 7 days at most.'],
  ['yesterday at 9: run the tests', 'that time has already passed.'],
  ...['at 18:00 run the tests', 'when idle run the tests', 'in 2 hours:'].map(words => [
    words,
    'it begins with a time. Put a colon after that, like `at 18:00: run the tests`, or choose the time in the form.'
  ])
])('gives “%s” back privately, in a reply and in a command', async (words, why) => {
  const { ben, reply, command, advance, told, later, thread } = await startWatching()
  const yours = `\n>${words}\n[Open the form]`
  await reply(words)
  await advance(2_000)
  expect(told(ben)).toEqual([`Not sent: ${why}${yours}`])
  expect(await command(`job_8f2 ${words}`)).toBe(`Not sent: ${why}${yours}`)
  expect([later(), thread()]).toEqual([[], [`Ben: ${words}`]])
})

it('takes a reply that it gave back once I have put it right by editing it, and sends it once', async () => {
  const { slack, channel, ben, reply, advance, sleep, told, later, thread } = await startWatching()
  const { ts: messageTs } = await reply('tomorrow at 9 run teh tests')
  const edit = async (text: string) => {
    await slack.edit({ user: ben, channel, messageTs, text })
    await advance(3_000)
  }
  await advance(2_000)
  await edit('tomorrow at 9, run teh tests')
  expect(told(ben)).toHaveLength(2)
  await edit('tomorrow at 9: run teh tests')
  expect(thread()[0]).toBe('Ben: tomorrow at 9: run teh tests ⏰')
  await edit('tomorrow at 9: run the tests')
  await sleep(18 * HOURS)
  await advance(3_000)
  expect(later()).toEqual(['run the tests'])
  expect(told(ben)).toHaveLength(2)
  await edit('tomorrow at 9: run all tests')
  expect(told(ben).at(-1)).toMatch(/^The agent has your earlier words\./)
  await sleep(24 * HOURS)
  expect(later()).toEqual(['run the tests'])
})

it('tells a retyped command from one that is to go out now', async () => {
  const { agent, command, advance, sleep } = await startJourney()
  agent.addJob(IDLE_JOB)
  await command('job_8f2 at 18:00: run the tests')
  await advance(2_000)
  expect(await command('job_8f2 at 18:00: run the tests')).toContain('at 14:00 (waiting until 2026-11-20 17:00).')
  expect(await command('job_8f2 run the tests')).toBe('')
  await advance(2_000)
  expect(agent.sends()).toHaveLength(1)
  await sleep(3 * HOURS)
  await advance(3_000)
  expect(agent.sends()).toHaveLength(2)
})

it('asks in the form when it goes out', async () => {
  const { agent, open, form, advance, sleep, sent, card, now } = await startForm()
  const inSeconds = (ms: number) => String(Math.floor((now() + ms) / 1_000))
  await open('job_8f2')
  expect(await form.send({ instruction: 'run the tests', when: 'time' })).toEqual({ at: 'Choose a day and a time.' })
  expect(await form.send({ at: inSeconds(-60_000) })).toEqual({ at: 'That time has passed. Choose a later one.' })
  expect(await form.send({ at: inSeconds(8 * 24 * HOURS) })).toEqual({
    at: 'I can keep an instruction for 7 days at most.'
  })
  expect(await form.send({ at: inSeconds(2 * HOURS), when: 'now' })).toEqual({
    when: 'You also picked a time. Choose At a time here, or clear the time.'
  })
  expect(await form.send({ when: 'time', instruction: 'when idle: run the tests' })).toEqual({
    when: 'Your instruction also says when to send it. Remove that, or choose Now and clear the time.'
  })
  expect(await form.send({ instruction: 'run the tests' })).toEqual({})
  await advance(2_000)
  expect(card()).toContain('⏰ *job_8f2* · waiting until 2026-11-20 16:00')
  await open('job_8f2')
  expect(await form.send({ instruction: 'check the links', when: 'idle' })).toEqual({})
  await advance(3_000)
  expect(sent()).toEqual(['check the links'])
  await sleep(2 * HOURS)
  await advance(2_000)
  expect(sent()).toEqual(['check the links', 'run the tests'])
  expect(agent.sends()).toHaveLength(2)
})
