import { expect, it } from 'vitest'
import { startWatching } from '../support/journey.ts'

const MINUTE = 60_000
const CLOSED = 'Not done: the job’s card in #docs was deleted, which closed its thread.'

/** Ana's job has failed. */
async function startFailed(refusals: string[] = []) {
  const journey = await startWatching({ refusals })
  await journey.advance(5_000)
  journey.agent.failJob('job_8f2')
  await journey.advance(MINUTE)
  const result = journey.find('failed. Reply in')
  const shown = () => journey.thread().find(line => line.includes('failed. Reply in')) ?? ''
  return { ...journey, result, shown }
}

it('sends what failed once more, in the name of whoever presses, and says so on the result and in the thread', async () => {
  const { agent, ben, press, result, runDue, advance, later, shown, thread, card } = await startFailed()
  expect(shown()).toContain('[Try again] [Send follow-up]')
  await press('try-again', { on: result, by: ben })
  await runDue()
  expect([later(), thread().at(-1)]).toEqual([['add examples'], 'bot: Follow-up from @Ben:\n>add examples'])
  expect(shown()).toMatch(/\n\[Send follow-up\]\n.*\n— Tried again · @Ben 14:01$/)
  expect(card()).toContain('*job_8f2* · working\n>add examples')
  agent.finish('job_8f2', { prLink: null })
  await advance(2 * MINUTE)
  // After no other end is it offered.
  expect(thread().at(-1)).toMatch(/^bot: @Ben, \*job_8f2\* finished, no pull request\.\n>add examples\n— took/)
})

it('sends it once, and tells a second person who was first', async () => {
  const { slack, channel, ana, ben, result, runDue, later, told } = await startFailed()
  const at = { channel, messageTs: result, actionId: 'try-again' }
  // Both still see the button.
  await Promise.all([slack.press({ ...at, user: ben }), slack.press({ ...at, user: ana })])
  await slack.deliveriesDone()
  await runDue()
  expect(later()).toEqual(['add examples'])
  const first = expect.stringMatching(/^Not sent: @(Ana|Ben) already tried this again at 14:01\.$/)
  expect([...told(ana), ...told(ben)]).toEqual([first])
})

/** What Ana and Ben told job_9 has failed. */
async function startBothFailed() {
  const journey = await startWatching()
  journey.job('job_9')
  await journey.type('job_9 add a title')
  await journey.tell('and shorten it')
  journey.agent.failJob('job_9')
  await journey.advance(MINUTE)
  return { ...journey, result: journey.find('failed. Reply in') }
}

it('sends again all that one result is about, each as a follow-up of its own', async () => {
  const { ben, press, result, advance, sent, thread } = await startBothFailed()
  await press('try-again', { on: result, by: ben })
  await advance(5_000)
  expect(sent('job_9')).toEqual(['add a title', 'and shorten it', 'add a title', 'and shorten it'])
  expect(thread().filter(line => line.includes('Follow-up from'))).toEqual([
    'bot: Follow-up from @Ben:\n>add a title',
    'bot: Follow-up from @Ben:\n>and shorten it'
  ])
})

it.each(['is at work again', 'has finished', 'has failed again'])('leaves out what %s', async since => {
  const { agent, press, result, advance, sent } = await startBothFailed()
  agent.setJob('job_9', { status: 'active' })
  await advance(MINUTE)
  if (since === 'has finished') agent.finish('job_9', { prLink: null })
  if (since === 'has failed again') agent.failJob('job_9')
  await advance(MINUTE)
  await press('try-again', { on: result })
  await advance(5_000)
  expect(sent('job_9')).toEqual(['add a title', 'and shorten it', 'add a title'])
})

it('sends nothing for a result that a later one has replaced', async () => {
  const { agent, press, pressAndHear, result, advance, find, later } = await startFailed()
  agent.setJob('job_8f2', { status: 'active' })
  await advance(MINUTE)
  agent.failJob('job_8f2')
  await advance(MINUTE)
  expect(await pressAndHear('try-again', { on: result })).toMatch(/^Too late for that button/)
  expect(later()).toEqual([])
  await press('try-again', { on: find('failed again.') })
  await advance(5_000)
  expect(later()).toEqual(['add examples'])
})

it('opens the form for something else, with the job, and sends nothing where the thread is closed', async () => {
  const { database, ben, form, press, pressAndHear, result, advance, later } = await startFailed()
  await press('open-form', { on: result, by: ben })
  await form(ben).opened()
  expect(form(ben).shown()[0]).toBe('Job: job_8f2')
  expect(await form(ben).send({ words: 'leave the tests out' })).toEqual({})
  await advance(2_000)
  await database.query(`update followup.thread set closed_because = 'card deleted'`)
  expect(await pressAndHear('try-again', { on: result })).toBe(CLOSED)
  await advance(MINUTE)
  expect(later()).toEqual(['leave the tests out'])
})

it('tells whoever presses it directly where the bot is no longer in the channel', async () => {
  const { slack, agent, ben, channel, press, result, advance, later, direct } = await startFailed([
    'chat.update not_in_channel',
    'chat.postMessage not_in_channel'
  ])
  await slack.removeFrom(channel)
  await press('try-again', { on: result, by: ben })
  await advance(2_000)
  agent.finish('job_8f2', { prLink: null })
  await advance(2 * MINUTE)
  expect(later()).toHaveLength(1)
  expect(direct(ben).join()).toContain('finished, no pull request')
})
