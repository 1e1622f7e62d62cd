import { expect, it } from 'vitest'
import type { Sql } from '../../../src/database/database.ts'
import { lockJob, saveSeen } from '../../../src/followups/stores/job-store.ts'
import { noteAlive, noteDowntime } from '../../../src/followups/stores/uptime-store.ts'
import { createTestDatabase } from '../../support/test-database.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 20, 14)
async function start(sql: Sql, atMs: number, projectId = 'project-1') {
  const offline = await noteDowntime(sql, projectId, atMs)
  await noteAlive(sql, projectId, atMs)
  return offline
}

it('knows how long no bot ran, by the last that did', async () => {
  const { database } = await createTestDatabase()
  expect(await start(database, NOW)).toEqual([])
  await noteAlive(database, 'project-1', NOW + HOUR)
  expect(await start(database, NOW + 1.9 * HOUR)).toEqual([])
  const offline = { fromMs: NOW + 1.9 * HOUR, untilMs: NOW + 4 * HOUR }
  expect(await start(database, NOW + 4 * HOUR)).toEqual([offline])
  // Another one that starts a little later, or after a crash, knows it too.
  expect(await start(database, NOW + 4.5 * HOUR)).toEqual([offline])
  expect(await start(database, NOW + 9 * HOUR)).toEqual([
    offline,
    { fromMs: NOW + 4.5 * HOUR, untilMs: NOW + 9 * HOUR }
  ])
})

it('knows it by the last look at a job, if that came later', async () => {
  const { database } = await createTestDatabase()
  await start(database, NOW)
  await database.transaction(async sql => {
    await lockJob(sql, { projectId: 'project-1', jobId: 'job_8f2' })
    await saveSeen(sql, { projectId: 'project-1', jobId: 'job_8f2' }, { status: 'active' }, NOW + 2 * HOUR)
  })
  expect(await start(database, NOW + 4 * HOUR)).toEqual([{ fromMs: NOW + 2 * HOUR, untilMs: NOW + 4 * HOUR }])
})

it('takes no bot of another project for one of this', async () => {
  const { database } = await createTestDatabase()
  await start(database, NOW)
  await start(database, NOW + 3 * HOUR, 'project-2')
  expect(await start(database, NOW + 4 * HOUR)).toEqual([{ fromMs: NOW, untilMs: NOW + 4 * HOUR }])
})

it('takes no start that failed for a sign of life', async () => {
  const { database } = await createTestDatabase()
  await start(database, NOW)
  for (let hours = 0.5; hours < 60; hours += 0.5) await noteDowntime(database, 'project-1', NOW + hours * HOUR)
  expect(await start(database, NOW + 60 * HOUR)).toEqual([{ fromMs: NOW, untilMs: NOW + 60 * HOUR }])
})

it('makes nothing of a clock that was wrong for a while', async () => {
  const { database } = await createTestDatabase()
  await start(database, NOW + 10 * HOUR)
  expect(await start(database, NOW)).toEqual([])
  expect(await start(database, NOW + 0.5 * HOUR)).toEqual([])
})

it('knows every night of the last weeks', async () => {
  const { database } = await createTestDatabase()
  for (let day = 0; day < 40; day++) {
    await start(database, NOW + day * 24 * HOUR)
    await noteAlive(database, 'project-1', NOW + (day * 24 + 12) * HOUR)
  }
  const nights = await start(database, NOW + 40 * 24 * HOUR)
  expect(nights).toHaveLength(31)
  expect(nights.at(-2)).toEqual({ fromMs: NOW + (38 * 24 + 12) * HOUR, untilMs: NOW + 39 * 24 * HOUR })
})
