import { expect, it } from 'vitest'
import { startAtHome } from '../support/at-home.ts'
import { startWatching } from '../support/watched-job.ts'

const DAY_MS = 24 * 3_600_000

it('writes to nobody about a job of a project that no bot has served for a week', async () => {
  const { database, ben, press, pass, restart, upkeep, advance, pressAndHear, direct } = await startWatching()
  await pressAndHear('tell-me', { by: ben })
  await press('stop-watching')
  await advance(2_000)
  const watches = async () => (await database.query('select from followup.watch')).length
  await restart({ AGENT_PROJECT_ID: 'staging' })
  await pass(6 * DAY_MS)
  await upkeep()
  expect(await watches()).toBe(1)
  await pass(2 * DAY_MS)
  await upkeep()
  expect(await watches()).toBe(0)
  await restart()
  await advance(60_000)
  expect(direct(ben)).toEqual([])
})

it('no longer draws a home that nobody has opened for three months, until it is opened again', async () => {
  const { command, runDue, advance, pass, upkeep, open, home, published } = await startAtHome()
  await open()
  await pass(60 * DAY_MS)
  await open()
  await pass(60 * DAY_MS)
  await upkeep()
  await command('job_8f2 add examples')
  await runDue()
  await advance(60_000)
  expect(home()).toContain('“add examples”')
  const before = published()
  await pass(91 * DAY_MS)
  await upkeep()
  await command('job_8f2 shorten it')
  await runDue()
  await advance(60_000)
  expect(published()).toBe(before)
  await open()
  expect(home()).toContain('“shorten it”')
})
