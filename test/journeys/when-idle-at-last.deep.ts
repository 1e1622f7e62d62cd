import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { BUTTONS, finish, startWithWaiting } from '../support/waiting-reply.ts'
import { startWatching } from '../support/watched-job.ts'

const MINUTES = 60_000

it('lets what is written later go out meanwhile, and waits for that too', async () => {
  const journey = await startWithWaiting()
  const { reply, advance, later } = journey
  await reply('and shorten it')
  await advance(2_000)
  expect(later()).toEqual(['and shorten it'])
  await finish(journey)
  expect(later()).toEqual(['and shorten it', 'run the tests'])
})

it('lists what was typed and waits under the work that is under way', async () => {
  const { command, advance, card, thread, press, later } = await startWatching()
  await command('job_8f2 when idle: run the tests')
  await advance(2_000)
  expect(card()).toContain(`⏳ *job_8f2* · working\n>add examples`)
  expect(card()).toContain(`⏰ waiting until the job is idle · “run the tests”\n${BUTTONS}`)
  await press('send-now', { value: 'f_2' })
  await advance(2_000)
  expect(later()).toEqual(['run the tests'])
  expect(thread().at(-1)).toBe('bot: Follow-up from @Ana:\n>run the tests\n— Sent now · @Ana 14:00')
})

it('waits for work that was sent and not seen to begin yet', async () => {
  const { agent, reply, advance, later, thread } = await startWatching(
    {},
    { life: { startsLateMs: 40_000, worksMs: 20_000, ends: 'completed' } }
  )
  await reply('when idle: run the tests')
  await advance(30_000)
  expect(later()).toEqual([])
  await advance(60_000)
  expect(later()).toEqual(['run the tests'])
  expect(thread().filter(line => line.includes('finished'))).toHaveLength(1)
  expect(agent.sends()).toHaveLength(2)
})

it('says why, when the job is gone', async () => {
  const { agent, advance, thread } = await startWithWaiting()
  agent.fail('read', { status: 404, times: 3 })
  await advance(5 * MINUTES)
  expect(thread().at(-1)).toMatch(/^bot: @Ben, not delivered: there’s no job \*job_8f2\* here/)
})

it('finds one that lost its looks', async () => {
  const { agent, database, command, runDue, advance, upkeep } = await startJourney()
  agent.addJob({ id: 'job_8f2', status: 'active', life: { ends: 'never' } })
  await command('job_8f2 when idle: run the tests')
  await runDue()
  await database.query('delete from followup.task')
  agent.finish('job_8f2')
  await advance(3 * MINUTES)
  expect(agent.sends()).toEqual([])
  await upkeep()
  await advance(MINUTES)
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['run the tests'])
})

it('says who had it sent without waiting', async () => {
  const { agent, ben, command, press, advance, card, thread, find, reply } = await startJourney()
  agent.addJob({ id: 'job_8f2', status: 'active', life: { ends: 'never' } })
  await command('job_8f2 when idle: run the tests')
  await advance(2_000)
  await press('send-now', { by: ben })
  await advance(2_000)
  expect(card()).toContain('— Sent now · @Ben 14:00')
  await reply('when idle: and the linter')
  await advance(2_000)
  await press('send-now', { on: find('Not sent yet') })
  await advance(2_000)
  expect(thread().at(-1)).toBe('bot: No longer waiting.\n>and the linter\n— Sent now · @Ana 14:00')
})

it('shows on its own card, and at home, that it waits, and on the card when what another thread has sent is at work', async () => {
  const { slack, agent, ana, command, advance, card } = await startJourney()
  const channel = slack.addChannel({ id: 'C0API', name: 'api', members: [ana] }).id
  agent.addJob({ id: 'job_8f2', life: { startsLateMs: 40_000, worksMs: 5 * MINUTES, ends: 'completed' } })
  await slack.openHome({ user: ana })
  await command('job_8f2 add examples', { channel })
  await advance(3_000)
  await command('job_8f2 when idle: run the tests')
  await advance(12_000)
  const home = () => JSON.stringify(slack.homeOf(ana)?.blocks)
  expect(card()).toContain('⏰ *job_8f2* · waiting until the job is idle\n>run the tests')
  expect(home()).toContain('waiting until the job is idle')
  await advance(50_000)
  expect(card()).toContain('⏰ *job_8f2* · waiting until the job is idle\nThe job itself is working.\n>run the tests')
  expect(home()).toContain('waiting until the job is idle')
})
