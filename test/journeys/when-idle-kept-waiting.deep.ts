import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { finish, startWithWaiting, WAITS } from '../support/waiting-reply.ts'
import { startWatching } from '../support/watched-job.ts'

const MINUTES = 60_000

it('says the same of what waits wherever it is said, also while the job is at rest and something else goes first', async () => {
  const { reply, command, advance, card, thread } = await startWatching(
    {},
    { life: { startsLateMs: 40_000, worksMs: 60_000, ends: 'completed' } }
  )
  await reply('when idle: run the tests')
  await advance(10_000)
  expect(card()).toContain('— ⏰ “run the tests” · @Ben · 2026-11-20 14:00\n')
  expect(thread().at(-1)).toContain(WAITS)
  const shown = await command('status job_8f2')
  expect(shown.split('\n')[2]).toBe('⏰ 1 waiting until it’s idle')
  expect(shown).toContain('| @Ben | “run the tests” | ⏰ waiting until the job is idle |')
  await advance(50_000)
  expect(card()).toContain('— ⏰ “run the tests” · @Ben · 2026-11-20 14:00\n')
})

it('waits through a restart, and through looks that fail', async () => {
  const journey = await startWithWaiting()
  const { agent, restart, sleep, later } = journey
  await restart()
  agent.fail('read', { status: 500, times: 4 })
  await sleep(5 * MINUTES)
  await finish(journey)
  expect(later()).toEqual(['run the tests'])
})

it('gives an instruction back after a week in which the job was never idle', async () => {
  const { agent, command, runDue, sleep, thread } = await startJourney()
  agent.addJob({ id: 'job_8f2', status: 'active', life: { ends: 'never' } })
  await command('job_8f2 when idle: run the tests')
  await runDue()
  for (let day = 0; day < 7; day++) await sleep(24 * 60 * MINUTES)
  await sleep(MINUTES)
  expect(thread()).toEqual([
    'bot: @Ana, not delivered: the job was never idle in 7 days, so I stopped waiting. Send it again if you still want it.'
  ])
  expect(agent.sends()).toEqual([])
})
