import { expect, it } from 'vitest'
import { startFailed } from '../support/failed-job.ts'
import { createFormUser } from '../support/form.ts'

it('sends what failed once more, in the name of whoever presses, and says so on the result and in the thread', async () => {
  const { agent, ben, press, result, runDue, advance, again, shown, thread, card } = await startFailed()
  expect(shown()).toContain('[Try again] [Send follow-up]')
  await press('try-again', { on: result, by: ben })
  await runDue()
  expect(again()).toEqual(['add examples'])
  expect(shown()).toMatch(/\n\[Send follow-up\]\n.*\n— Sent again · @Ben 14:01$/)
  expect(thread().at(-1)).toBe('bot: Follow-up from @Ben:\n>add examples')
  expect(card()).toContain('*job_8f2* · working\n>add examples')
  agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
  await advance(60_000)
  expect(thread().at(-1)).toMatch(/^bot, also in #docs: @Ben, \*job_8f2\* finished: pull request #12/)
})

it('sends it once, and tells a second person who was first', async () => {
  const { slack, channel, ana, ben, result, runDue, again, told } = await startFailed()
  const at = { channel, messageTs: result, actionId: 'try-again' }
  // Both still see the button.
  await Promise.all([slack.press({ ...at, user: ben }), slack.press({ ...at, user: ana })])
  await slack.deliveriesDone()
  await runDue()
  expect(again()).toEqual(['add examples'])
  expect([...told(ana), ...told(ben)]).toEqual([
    expect.stringMatching(/^Not sent: @(Ana|Ben) already sent this to \*job_8f2\* again at 14:01\.$/)
  ])
})

it('opens the form for something else, with the job', async () => {
  const journey = await startFailed()
  const { ben, press, result, advance, again } = journey
  const form = createFormUser(journey, ben)
  await press('write-followup', { on: result, by: ben })
  await form.opened()
  expect(form.shown()[0]).toBe('Job: job_8f2')
  expect(await form.send({ instruction: 'leave the tests out' })).toEqual({})
  await advance(2_000)
  expect(again()).toEqual(['leave the tests out'])
})

it('sends nothing from a closed thread, or where the bot is no longer', async () => {
  const { slack, database, channel, pressAndHear, result, advance, again } = await startFailed()
  await slack.removeFrom(channel)
  await advance(11_000)
  expect(await pressAndHear('try-again', { on: result })).toBe(
    'Not done: I’m not in this channel. Type `/invite @Agent Follow-up` here, then press it again.'
  )
  await slack.invite(channel)
  await database.query(`update followup.thread set closed_because = 'card deleted'`)
  expect(await pressAndHear('try-again', { on: result })).toMatch(/^Not done: the job’s card in /)
  await advance(60_000)
  expect(again()).toEqual([])
})
