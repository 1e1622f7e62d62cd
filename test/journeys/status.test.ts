import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

it('lists each follow-up with its words in one line and what became of it', async () => {
  const { agent, command, reply, advance } = await startWatching()
  await reply(`Shorten   the\nsecond <example>, ${'and explain why each step is needed '.repeat(4)}`)
  await advance(2_000)
  agent.fail('send', { status: 400 })
  await reply('rename it')
  await advance(2_000)
  expect((await command('status job_8f2')).split('\n').slice(2)).toEqual([
    '❌ not delivered · “rename it” · @Ben · 2026-11-20 14:00',
    '⏳ working · “Shorten the second <example>, and explain why each step is needed and explain w…” · @Ben · 2026-11-20 14:00',
    '⏳ working · “add examples” · @Ana · 2026-11-20 14:00'
  ])
})

it('tells nobody in another channel what was asked in this one, except who asked it', async () => {
  const { slack, ana, ben, command } = await startWatching()
  const channel = slack.addChannel({ id: 'C0PLANS', name: 'plans', members: [ana, ben] }).id
  const inPlans = async (by: string) => (await command('status job_8f2', { by, channel })).split('\n').slice(2)
  expect(await inPlans(ben)).toEqual([])
  expect(await inPlans(ana)).toEqual(['⏳ working · “add examples” · @Ana · 2026-11-20 14:00 · in #docs'])
})

it('says of what stands behind a held one that it waits for its turn, in the status, the list and the answer to a repeat', async () => {
  const { command, reply, advance } = await startWatching({ hourlyLimit: 1 })
  await reply('shorten it')
  await advance(2_000)
  await command('job_8f2 rename it')
  await advance(2_000)
  const waiting = '⏸ waiting for its turn · “rename it”'
  expect((await command('status job_8f2')).split('\n').slice(2, 4)).toEqual([
    `${waiting} · @Ana · 2026-11-20 14:00`,
    '⏸ held until 15:00 · “shorten it” · @Ben · 2026-11-20 14:00'
  ])
  expect(await command('list')).toContain('| ⏸ waiting for its turn | job_8f2 | “rename it” |')
  expect(await command('add tests to the examples')).toContain(`⏸ *job_8f2* · waiting for its turn`)
  expect(await command('job_8f2 rename it')).toContain('at 14:00 (waiting for its turn).')
})
