import { expect, it } from 'vitest'
import { claimTasks, insertion, keepTasks, putBack } from '../../src/queue/task-store.ts'
import { createTestDatabase } from '../support/test-database.ts'

const LEASE_OVER_MS = 20_000

it('a run that froze until its lease was over ends no later run, not even once that began anew', async () => {
  const { database } = await createTestDatabase()
  const { text, values } = insertion([{ owner: 'project-1', name: 'send', data: {}, dueMs: 0, isInHand: false }], [], 0)
  await database.query(text, values)
  let nowMs = 0
  const take = async () => {
    nowMs += LEASE_OVER_MS
    const rooms = [{ name: 'send', most: 1 }]
    const { claimed } = await claimTasks(database, { owner: 'project-1', done: [], inHand: [], rooms, nowMs })
    return claimed[0] ?? expect.fail('Nothing was due')
  }
  const frozen = await take()
  await putBack(database, await take(), nowMs, 0)
  const latest = await take()
  await keepTasks(database, [], [frozen], nowMs)
  expect(await database.query('select id from followup.task')).toHaveLength(1)
  await keepTasks(database, [], [latest], nowMs)
  expect(await database.query('select id from followup.task')).toEqual([])
})
