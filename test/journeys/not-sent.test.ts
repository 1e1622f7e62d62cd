import { expect, it } from 'vitest'
import { createFormUser } from '../support/form.ts'
import { startWithNamedJobs } from '../support/named-jobs.ts'

const BOT = '<@U0AGENTBOT>'
const NOBODY_KNOWS = 'which job is it for?'
const TWO_JOBS = 'a follow-up goes to one job at a time.'
const OTHER_THREAD = 'this thread is about *job_9*, and your reply names *job_8f2*.'

/** Everybody writes to the bot in one way, and reads what they are told in private. */
async function startWriting() {
  const journey = await startWithNamedJobs()
  const { slack, channel, ben, cardTs, runDue, advance } = journey
  const own = slack.directChannel(ben).id
  const to = cardTs()
  const say = {
    command: (text: string) => slack.command({ user: ben, channel, text }),
    mention: (text: string) => slack.say({ user: ben, channel, text: `${BOT} ${text}` }),
    'direct message': (text: string) => slack.say({ user: ben, channel: own, text }),
    reply: (text: string) => slack.say({ user: ben, channel, text, threadTs: to })
  }
  return {
    ...journey,
    form: createFormUser(journey, ben),
    /** Says it, and returns what is told to whoever did. */
    async write(way: keyof typeof say, text: string) {
      const before = slack.ephemerals(undefined, ben).length
      await say[way](text)
      await slack.deliveriesDone()
      await runDue()
      await advance(3_000)
      return slack.ephemerals(undefined, ben).slice(before)
    }
  }
}

it.each([
  ['command', 'Add error handling & tests', NOBODY_KNOWS, 'Add error handling & tests', ''],
  ['mention', 'statsu job_8f2', NOBODY_KNOWS, 'statsu job_8f2', ''],
  ['direct message', 'what is job_8f2 doing?', NOBODY_KNOWS, 'what is job_8f2 doing?', ''],
  ['command', 'when idle: fix it all', NOBODY_KNOWS, 'when idle: fix it all', ''],
  ['command', 'job_8f2 and job_9 fix the tests', TWO_JOBS, 'job_8f2 and job_9 fix the tests', ''],
  ['mention', 'when idle: job_8f2, job_9 fix it', NOBODY_KNOWS, 'when idle: job_8f2, job_9 fix it', ''],
  ['direct message', 'job_9 job_8f2 fix it', TWO_JOBS, 'job_9 job_8f2 fix it', ''],
  ['reply', 'job_8f2 fix the lint', OTHER_THREAD, 'fix the lint', 'job_8f2'],
  ['reply', `${BOT} job_8f2: fix the lint`, OTHER_THREAD, 'fix the lint', 'job_8f2'],
  ['reply', 'when idle: job_8f2 fix it', OTHER_THREAD, 'fix it', 'job_8f2']
] as const)('answers a %s “%s” in private, with the form filled in', async (way, text, why, words, job) => {
  const { write, form, posts, press, ben } = await startWriting()
  const before = posts()
  const told = await write(way, text)
  expect(told.map(({ text }) => text.split('\n')[0])).toEqual([`Not sent: ${why}`])
  expect(posts()).toBe(before)
  await press('open-form', {
    on: told[0]?.ts ?? '',
    by: ben,
    ...(way === 'direct message' && { channel: told[0]?.channel })
  })
  await form.opened()
  expect(form.shown()).toEqual(expect.arrayContaining([`Job: ${job}`.trim(), `What should it do?: ${words}`]))
})

it('sends from the form what was not sent, once', async () => {
  const { write, form, press, ben, advance, agent } = await startWriting()
  const [told] = await write('command', 'Add error handling')
  await press('open-form', { on: told?.ts ?? '', by: ben })
  await form.opened()
  expect(await form.send({ job: 'job_8f2' })).toEqual({})
  await advance(3_000)
  expect(agent.sends().at(-1)).toMatchObject({ jobId: 'job_8f2', prompt: 'Add error handling' })
  expect(agent.sends()).toHaveLength(3 + 1)
})

it('gives back in full what no button can carry', async () => {
  const { write } = await startWriting()
  const words = `Add ${'many '.repeat(450)}tests`
  const [told] = await write('command', words)
  expect(told?.text).toContain(words.slice(-100))
})

it('sends ordinary words that only look like they name a job', async () => {
  const { write, agent } = await startWriting()
  const ordinary = ['task_1 is done, do the second', 'job_404 is on the page', 'do it like job_8f2', 're-run the tests']
  for (const words of ordinary) await write('reply', words)
  expect(agent.sends().slice(3)).toEqual(ordinary.map(prompt => expect.objectContaining({ jobId: 'job_9', prompt })))
})

it.each([
  ['at 18:00 fix it', 'When: Now / When the job is idle / [At a time]', 'Day and time: 2026-11-20T17:00:00.000Z'],
  ['when idle fix it', 'When: Now / [When the job is idle] / At a time', 'Day and time:']
])('opens the form for a reply “%s” with that time chosen', async (text, when, at) => {
  const { write, form, press, ben } = await startWriting()
  const [told] = await write('reply', text)
  await press('open-form', { on: told?.ts ?? '', by: ben })
  await form.opened()
  expect(form.shown()).toEqual(expect.arrayContaining(['Job: job_9', `What should it do?: ${text}`, when, at]))
})
