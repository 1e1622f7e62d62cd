import { expect, it } from 'vitest'
import { startEvening } from '../support/quiet-evening.ts'

const LINK = 'https://github.com/acme/docs/pull/12'
const MINUTE_MS = 60_000

it('writes what was held although all that was to come back to it is lost', async () => {
  const { agent, watch, until, advance, upkeep, database, restart, direct } = await startEvening()
  await watch('job_c90')
  await until(21, 30)
  agent.finish('job_c90', { prLink: LINK })
  await advance(MINUTE_MS)
  await database.query('delete from followup.task')
  await restart()
  await upkeep()
  await until(6, 1)
  expect(direct()).toEqual([])
  await advance(2 * MINUTE_MS)
  await upkeep()
  await advance(MINUTE_MS)
  expect(direct()).toHaveLength(1)
})

it('waits for the next morning if the bot was off from when the quiet hours ended until they began again', async () => {
  const { agent, watch, until, advance, sleep, direct } = await startEvening()
  const jobs = ['job_c90', 'job_31c']
  for (const id of jobs) await watch(id)
  await until(21, 30)
  for (const id of jobs) {
    agent.finish(id, { prLink: LINK })
    await advance(MINUTE_MS)
  }
  await sleep(24 * 60 * MINUTE_MS)
  expect(direct()).toEqual([])
  await advance(9 * 60 * MINUTE_MS)
  expect(direct().map(words => words.split('*')[1])).toEqual(jobs)
})

it('answers in quiet hours as at any time, and holds what is about something asked long before', async () => {
  const { slack, channel, ana, cardTs, until, advance, command, told, direct } = await startEvening({
    refusals: ['chat.update message_not_found']
  })
  await until(21, 30)
  expect(await command('watch job_8f2')).toContain('I’ll write to you directly when *job_8f2* ends.')
  const first = cardTs()
  await command('job_0 add a title')
  await advance(3_000)
  expect(told(ana).at(-1)).toContain('Nothing was sent: there’s no job *job_0* here.')
  // What was asked for an hour ago can wait.
  await slack.remove({ channel, messageTs: first })
  await advance(MINUTE_MS)
  expect(direct()).toEqual([])
  await until(6, 0)
  expect(direct()).toEqual([expect.stringContaining('I’ve stopped watching *job_8f2*')])
})

it('goes by changed quiet hours for what is held, but holds it no longer than by the old ones', async () => {
  const { agent, watch, until, advance, setHours, direct } = await startEvening()
  await watch('job_c90')
  await watch('job_31c')
  await until(21, 30)
  agent.finish('job_c90', { prLink: LINK })
  await advance(MINUTE_MS)
  // Longer ones change nothing for it, shorter ones do.
  await setHours(['22:00', '09:00'])
  await setHours(['22:00', '23:00'])
  expect(direct()).toEqual([])
  await until(22, 0)
  expect(direct()).toHaveLength(1)
  await setHours(['22:00', '08:00'])
  agent.finish('job_31c', { prLink: LINK })
  await advance(MINUTE_MS)
  expect(direct()).toHaveLength(1)
  await setHours([])
  await advance(2_000)
  expect(direct()).toHaveLength(2)
})

it('sends what is held at the old time, although the new hours would hold it longer', async () => {
  const { agent, watch, until, advance, setHours, direct } = await startEvening()
  await watch('job_c90')
  await until(21, 30)
  agent.finish('job_c90', { prLink: LINK })
  await advance(MINUTE_MS)
  await setHours(['21:00', '09:00'])
  await until(5, 59)
  expect(direct()).toEqual([])
  await until(6, 0)
  expect(direct()).toHaveLength(1)
})

it.each([
  [['22:00', ''], 'Nothing was changed: choose both times, or leave both empty.'],
  [['22:00', '22:00'], 'Nothing was changed: quiet hours can’t end when they begin.']
])('asks for quiet hours that make sense instead of %o', async (hours, words) => {
  const { setHours } = await startEvening({}, [])
  expect(await setHours(hours)).toMatchObject({ errors: { 'quiet-until': words } })
})

it('lets somebody who may no longer use the bot neither open nor save their own settings', async () => {
  const { slack, own, ana, open, choose, restart, command } = await startEvening()
  await open(ana, own)
  await restart({ ALLOWED_USERS: 'U0BEN' })
  expect(await choose(ana, { 'quiet-from': '20:00' })).toMatchObject({
    errors: { 'own-job': 'Nothing was changed: you may no longer use me here.' }
  })
  await slack.closeView({ user: ana })
  expect(await command('settings', { channel: own })).toMatch(/^Not done: you’re not on the list of people/)
  expect(slack.views(ana)).toEqual([])
})
