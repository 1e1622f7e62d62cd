import { expect, it } from 'vitest'
import { prefixOf } from '../../src/queue/take-over-earlier.ts'
import { TestClock } from '../support/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { startQueue } from './start-queue.ts'

const START = Date.UTC(2036, 0, 5, 9)

type Earlier = { name: string; state: string; what: string; startAfterMs?: number; heartbeatMs?: number }

/** What an earlier version left behind: the tables of pg-boss, as far as they matter. */
async function leaveBehind({ database }: TestDatabase, tasks: Earlier[]): Promise<void> {
  await database.query('create schema pgboss')
  await database.query(
    `create type pgboss.job_state as enum ('created', 'retry', 'active', 'completed', 'cancelled', 'failed')`
  )
  await database.query(
    `create table pgboss.job (id uuid default gen_random_uuid(), name text, data jsonb, state pgboss.job_state,
       start_after timestamptz, heartbeat_on timestamptz)`
  )
  for (const { name, state, what, startAfterMs = START, heartbeatMs = null } of tasks)
    await database.query(
      `insert into pgboss.job (name, state, data, start_after, heartbeat_on)
       values ($1, $2, $3, to_timestamp($4::float8 / 1000), to_timestamp($5::float8 / 1000))`,
      [name, state, JSON.stringify({ what }), startAfterMs, heartbeatMs]
    )
}

async function startLook(given: TestDatabase, clock: TestClock, owner = 'project') {
  const ran: string[] = []
  const look = async (data: unknown, { id }: { id: string }) => void ran.push(`${JSON.stringify(data)} ${id}`)
  const { queue } = await startQueue(clock, { look }, given, owner)
  return { queue, ran }
}

it('tasks that an earlier version kept for this project run at their time, under their own ids', async () => {
  const given = await createTestDatabase()
  const clock = new TestClock(START)
  const mine = `${prefixOf('project')}look`
  await leaveBehind(given, [
    { name: mine, state: 'created', what: 'waits' },
    { name: mine, state: 'retry', what: 'comes later', startAfterMs: START + 60_000 },
    { name: mine, state: 'completed', what: 'is done' },
    { name: `${prefixOf('other')}look`, state: 'created', what: 'is another project’s' }
  ])
  const before = await given.database.query(`select id::text, data ->> 'what' as what from pgboss.job`)
  const idOf = (what: string) => before.find(row => row.what === what)?.id
  const { queue, ran } = await startLook(given, clock)
  await queue.runUntilIdle()
  expect(ran).toEqual([`{"what":"waits"} ${idOf('waits')}`])
  await clock.setTime(START + 60_000)
  await queue.runUntilIdle()
  expect(ran.at(-1)).toBe(`{"what":"comes later"} ${idOf('comes later')}`)

  const other = await startLook(given, clock, 'other')
  await other.queue.runUntilIdle()
  expect(other.ran).toHaveLength(1)
  expect(ran).toHaveLength(2)
})

it('tasks in queues that all projects shared go to the first one that starts', async () => {
  const given = await createTestDatabase()
  await leaveBehind(given, [{ name: 'look', state: 'created', what: 'was anybody’s' }])
  const { queue, ran } = await startLook(given, new TestClock(START))
  await queue.runUntilIdle()
  expect(ran).toHaveLength(1)
})

it('what a process of an earlier version has in hand is left to it while it lives', async () => {
  const given = await createTestDatabase()
  const name = `${prefixOf('project')}look`
  await leaveBehind(given, [
    { name, state: 'active', what: 'a living process’s', heartbeatMs: START - 5_000 },
    { name, state: 'active', what: 'a dead process’s', heartbeatMs: START - 60_000 }
  ])
  const { queue, ran } = await startLook(given, new TestClock(START))
  await queue.runUntilIdle()
  expect(ran).toEqual([expect.stringContaining('a dead process’s')])
})

it('what a process of an earlier version leaves behind later is taken over as well', async () => {
  const given = await createTestDatabase()
  const clock = new TestClock(START)
  const name = `${prefixOf('project')}look`
  await leaveBehind(given, [{ name, state: 'active', what: 'in hand', heartbeatMs: START }])
  const { queue, ran } = await startLook(given, clock)
  await given.database.query(`update pgboss.job set state = 'retry'`)
  await queue.takeOver()
  await queue.runUntilIdle()
  expect(ran).toEqual([expect.stringContaining('in hand')])
})
