import { expect, it } from 'vitest'
import { ASSUMED, learn } from '../../src/agent/habit.ts'
import { saveHabit } from '../../src/followups/stores/habit-store.ts'
import { type Journey, startJourney } from '../support/journey.ts'

const MINUTE = 60_000
const PULL = 'https://github.com/acme/docs/pull/12'

const habits = (database: Journey['database']) =>
  database.query('select project_id as project, repository, ends from followup.habit order by repository')

it('learns once from each instruction how long work usually takes in its repository', async () => {
  const { agent, database, command, reply, advance, runDue, restart } = await startJourney()
  agent.addJob({ id: 'job_8f2', repository: 'acme/docs', life: { worksMs: 3 * MINUTE, pullRequest: PULL } })
  await command('job_8f2 add examples')
  await advance(2 * MINUTE)
  expect(await habits(database)).toEqual([])
  await advance(2 * MINUTE)
  const [first, ...others] = await habits(database)
  expect(first).toMatchObject({ project: 'project-1', repository: 'acme/docs' })
  expect(others).toEqual([])

  // The same end is seen again and again.
  await command('status job_8f2')
  await restart()
  await runDue()
  await advance(MINUTE)
  expect(await habits(database)).toEqual([first])

  await reply('shorten them')
  await advance(5 * MINUTE)
  expect(await habits(database)).not.toEqual([first])
})

it('looks less often at a job that usually takes half an hour, and tells its end as soon', async () => {
  const { agent, database, command, advance, thread, cardTs } = await startJourney()
  const halfAnHour = Array.from({ length: 100 }, () => 30 * MINUTE).reduce((known, each) => learn(known, each), ASSUMED)
  await saveHabit(database, { projectId: 'project-1', jobId: '' }, { source: { repository: 'acme/slow' } }, halfAnHour)
  const looks: number[] = []
  for (const repository of ['acme/slow', 'acme/new']) {
    const id = `job_${looks.length}`
    agent.addJob({ id, repository, life: { worksMs: 30 * MINUTE, pullRequest: PULL } })
    await command(`${id} add examples`)
    await advance(30 * MINUTE)
    expect(thread(cardTs())).toEqual([])
    await advance(MINUTE)
    expect(thread(cardTs())).toHaveLength(1)
    looks.push(agent.requests({ asked: 'read' }).length - looks.reduce((sum, each) => sum + each, 0))
  }
  const [slow = 0, unknown = 0] = looks
  expect(slow).toBeLessThan(66)
  expect(unknown).toBeGreaterThan(80)
})

it('says on the card and in the status how long work usually takes, once five have ended in the repository', async () => {
  const { agent, command, reply, advance, card } = await startJourney()
  agent.addJob({ id: 'job_8f2', repository: 'acme/docs', life: { worksMs: 6 * MINUTE, pullRequest: PULL } })
  await command('job_8f2 add examples')
  for (const words of ['shorten them', 'add a title', 'add a summary', 'fix the links']) {
    await advance(3_000)
    expect(card()).not.toContain('usually')
    await advance(8 * MINUTE)
    await reply(words)
  }
  await advance(3_000)
  expect(card()).not.toContain('usually')
  await advance(8 * MINUTE)
  await reply('check the spelling')
  await advance(3_000)
  expect(card()).toContain('⏳ *job_8f2* · working')
  expect(card()).toContain('· usually 6–7 min here')
  expect(await command('status job_8f2')).toContain('*job_8f2*: *working* · acme/docs on `main` · usually 6–7 min here')
  await advance(8 * MINUTE)
  expect(card()).not.toContain('usually')
  expect(await command('status job_8f2')).not.toContain('usually')
})
