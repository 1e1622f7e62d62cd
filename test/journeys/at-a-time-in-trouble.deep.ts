import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { startWatching } from '../support/watched-job.ts'

// It is 14:00 UTC, and three in the afternoon where Ana and Ben are.
const HOURS = 3_600_000
const BUTTONS = '[Send now] [Cancel]'

const IDLE_JOB = { id: 'job_8f2', life: { ends: 'never' as const } }

it('sends what is for the same time in the order it was written, and what is written later meanwhile', async () => {
  const { database, reply, advance, sleep, later } = await startWatching()
  for (const words of ['one', 'two', 'three']) await reply(`at 16:00: ${words}`)
  await reply('now')
  await advance(2_000)
  expect(later()).toEqual(['now'])
  // Whoever comes first lets all of them go.
  await database.query(
    `delete from followup.task where data ->> 'followupId' = (select id from followup.followup where prompt = 'one')`
  )
  await sleep(HOURS)
  await advance(3_000)
  expect(later()).toEqual(['now', 'one', 'two', 'three'])
})

it('says that it took the time for UTC when Slack does not tell the zone', async () => {
  const { slack, ben, reply, advance, thread } = await startWatching()
  slack.addPerson({ id: ben, name: 'Ben', timeZone: 'Mars/Olympus' })
  await reply('at 18:00: run the tests')
  await advance(2_000)
  expect(thread()[1]).toBe(
    `bot: Not sent yet: waiting until 2026-11-20 18:00.\n>run the tests\n— Slack didn’t tell me your time zone, so I took the time as UTC.\n${BUTTONS}`
  )
})

it('does not send what was due while the bot was off for days, and says so', async () => {
  const { reply, advance, restart, sleep, thread, later } = await startWatching()
  await reply('in 1 hour: run the tests')
  await advance(2_000)
  await restart()
  await sleep(3 * 24 * HOURS)
  await advance(2_000)
  expect(later()).toEqual([])
  expect(thread().at(-1)).toMatch(/^bot: @Ben, not delivered: I couldn’t send this within a day/)
})

it('finds one that lost its task', async () => {
  const { database, reply, advance, upkeep, later } = await startWatching()
  await reply('in 5 min: run the tests')
  await advance(2_000)
  await database.query(`delete from followup.task where name = 'send-followup'`)
  await advance(8 * 60_000)
  await upkeep()
  await advance(2_000)
  expect(later()).toEqual(['run the tests'])
})

it('tells two times for the same words apart', async () => {
  const { agent, command, advance, sleep } = await startJourney()
  agent.addJob(IDLE_JOB)
  expect(await command('job_8f2 at 18:00: run the tests')).toBe('')
  expect(await command('job_8f2 at 20:00: run the tests')).toBe('')
  await advance(20_000)
  expect(await command('job_8f2 in 2 hours: check the links')).toBe('')
  await advance(20_000)
  expect(await command('job_8f2 in 2 hours: check the links')).toMatch(/^Not sent: you asked/)
  await sleep(7 * HOURS)
  await advance(3_000)
  expect(agent.sends()).toHaveLength(3)
})
