import { expect, it } from 'vitest'
import { startAtHome } from '../support/at-home.ts'
import { startWatching } from '../support/watched-job.ts'

const DAY_MS = 24 * 3_600_000

it('writes to nobody about a job of a project that no bot has served for two weeks', async () => {
  const { database, ben, pass, restart, upkeep, advance, pressAndHear, direct } = await startWatching()
  await pressAndHear('tell-me', { by: ben })
  await advance(2_000)
  const watches = async () => (await database.query('select from followup.watch')).length
  await restart({ AGENT_PROJECT_ID: 'staging' })
  await pass(13 * DAY_MS)
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

it('forgets what was chosen in a thread three months after it was closed', async () => {
  const { slack, agent, database, channel, cardTs, command, reply, advance, pass, upkeep } = await startWatching({
    refusals: ['chat.update cant_update_message']
  })
  const first = cardTs()
  agent.addJob({ id: 'job_c90', life: { ends: 'never' } })
  await command('job_c90 add a title')
  await advance(2_000)
  for (const to of [first, cardTs()]) {
    await reply('only mentions', { to })
  }
  await advance(2_000)
  const known = async () => {
    const settings = await database.query(`select place from followup.setting`)
    return settings.map(({ place }) => place).sort()
  }
  const open = `${channel}/${cardTs()}`
  const both = [`${channel}/${first}`, open].sort()
  await pass(100 * DAY_MS)
  await slack.remove({ channel, messageTs: first })
  await advance(2_000)
  await pass(89 * DAY_MS)
  await upkeep()
  expect(await known()).toEqual(both)
  await pass(2 * DAY_MS)
  await upkeep()
  expect(await known()).toEqual([open])
})
