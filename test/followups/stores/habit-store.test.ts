import { expect, it } from 'vitest'
import { ASSUMED, type Habit, learn } from '../../../src/agent/habit.ts'
import type { Sql } from '../../../src/database/database.ts'
import { saveHabit } from '../../../src/followups/stores/habit-store.ts'
import { findJob, lockJob, saveSeen } from '../../../src/followups/stores/job-store.ts'
import { createTestDatabase } from '../../support/test-database.ts'

const KEY = { projectId: 'project-1', jobId: 'job_8f2' }
const SHORT = learn(ASSUMED, 60_000)
const LONG = learn(ASSUMED, 3_600_000)

const inRepository = (repository?: string) => ({ status: 'active', ...(repository && { source: { repository } }) })

async function seeJob(sql: Sql, jobId: string, repository?: string, projectId = KEY.projectId): Promise<void> {
  await lockJob(sql, { projectId, jobId })
  await saveSeen(sql, { projectId, jobId }, inRepository(repository), 1)
}

it('keeps a habit for each repository of each project, and one for jobs that name none', async () => {
  const { database } = await createTestDatabase()
  const huge = `https://example.com/${'é'.repeat(10_000)}`
  await database.transaction(async sql => {
    for (const [at, repository] of ['acme/docs', 'acme/shop', huge, undefined].entries())
      await seeJob(sql, `job_${at}`, repository)
    await seeJob(sql, 'job_0', 'acme/docs', 'project-2')
    await saveHabit(sql, KEY, inRepository('acme/docs'), SHORT)
    await saveHabit(sql, KEY, inRepository('acme/docs'), LONG)
    await saveHabit(sql, KEY, inRepository(huge), SHORT)
    await saveHabit(sql, KEY, null, LONG)
  })
  const habitOf = async (jobId: string, projectId = KEY.projectId) =>
    (await findJob(database, { projectId, jobId })).habit
  expect(await habitOf('job_0')).toEqual(LONG)
  expect(await habitOf('job_0', 'project-2')).toBeUndefined()
  expect(await habitOf('job_1')).toBeUndefined()
  expect(await habitOf('job_2')).toEqual(SHORT)
  expect(await habitOf('job_3')).toEqual(LONG)
  expect((await database.transaction(sql => lockJob(sql, { ...KEY, jobId: 'job_0' }))).habit).toEqual(LONG)
})

it('treats a habit that cannot be read as unknown', async () => {
  const { database } = await createTestDatabase()
  await database.transaction(sql => seeJob(sql, KEY.jobId))
  const odd: Habit[] = [[], [1, 2, 3], ASSUMED.map(() => -1)]
  for (const habit of odd) {
    await saveHabit(database, KEY, null, habit)
    expect((await findJob(database, KEY)).habit).toBeUndefined()
  }
})

it('lets no job wait for another one that ends at the same moment', async () => {
  const { database } = await createTestDatabase()
  await database.transaction(sql => seeJob(sql, KEY.jobId))
  await database.transaction(async sql => {
    await saveHabit(sql, KEY, null, SHORT)
    await database.transaction(other => saveHabit(other, KEY, null, LONG))
  })
  expect((await findJob(database, KEY)).habit).toEqual(SHORT)
  await saveHabit(database, KEY, null, LONG)
  expect((await findJob(database, KEY)).habit).toEqual(LONG)
})
