import { expect, it } from 'vitest'
import { systemClock } from '../../src/database/clock.ts'
import { eventually } from '../support/eventually.ts'
import { TestClock } from '../support/test-clock.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { startQueue } from './start-queue.ts'

it('tasks start when they are committed, not at the next poll', async () => {
  let ran = Promise.withResolvers<void>()
  const { queue, enqueue } = await startQueue(systemClock, { greet: async () => ran.resolve() })
  await queue.work()
  await enqueue('greet', {})
  await ran.promise

  const startedMs = performance.now()
  for (let number = 0; number < 40; number += 1) {
    ran = Promise.withResolvers<void>()
    await enqueue('greet', {})
    await ran.promise
  }
  // By polling alone, twice a second in each of two slots, forty in a row would take 10 s.
  expect(performance.now() - startedMs).toBeLessThan(6_000)
})

it('a failed task is retried, and the rest of its batch is not', async () => {
  const ran: string[] = []
  const { queue, enqueue, buried } = await startQueue(systemClock, {
    send: async data => {
      const text = JSON.stringify(data)
      ran.push(text)
      if (text.includes('bad') && ran.filter(other => other === text).length === 1) throw new Error('A bug')
    }
  })
  for (const id of ['one', 'bad', 'two']) await enqueue('send', { id })
  await queue.work()
  await eventually(() => ran.length >= 4, 'the tasks to run')
  expect(ran.toSorted()).toEqual(['{"id":"bad"}', '{"id":"bad"}', '{"id":"one"}', '{"id":"two"}'])
  expect(buried).toEqual([])
})

it('stopping waits for the running task, which then counts as done', async () => {
  const taken = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  let finished = 0
  const runners = {
    send: async () => {
      taken.resolve()
      await gate.promise
      finished += 1
    }
  }
  const one = await startQueue(systemClock, runners)
  await one.queue.work()
  await one.enqueue('send', {})
  await taken.promise

  const stopping = one.queue.stop().then(() => finished)
  // Another process meanwhile: it leaves the running task alone, and gets all new ones.
  const elsewhere: unknown[] = []
  const other = await startQueue(systemClock, { send: async data => void elsewhere.push(data) }, one)
  await other.queue.runUntilIdle()
  expect({ finished, elsewhere }).toEqual({ finished: 0, elsewhere: [] })
  gate.resolve()
  expect(await stopping).toBe(1)

  await other.queue.runUntilIdle()
  expect(finished).toBe(1)
  expect(elsewhere).toEqual([])
  await other.enqueue('send', { new: true })
  await other.queue.work()
  await eventually(() => elsewhere.length > 0, 'a task to run elsewhere')
  expect(elsewhere).toEqual([{ new: true }])
  expect(finished).toBe(1)
})

it('tasks go on after the database drops every connection', async () => {
  const ran: unknown[] = []
  const { queue, enqueue, database } = await startQueue(systemClock, { greet: async data => void ran.push(data) })
  await queue.work()
  await enqueue('greet', {})
  await eventually(() => ran.length === 1, 'the tasks to run')
  const dropped = await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'agent-followup'`
  )
  expect(dropped.length).toBeGreaterThan(0)
  await enqueue('greet', {})
  await eventually(() => ran.length === 2, 'the tasks to run')
})

it('a task that takes long is not taken up by another process meanwhile', async () => {
  const clock = new TestClock()
  const taken = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const send = () => {
    taken.resolve()
    return gate.promise
  }
  const one = await startQueue(clock, { send })
  await one.queue.work()
  await one.enqueue('send', {})
  await taken.promise
  const elsewhere: unknown[] = []
  const other = await startQueue(clock, { send: async data => void elsewhere.push(data) }, one)
  const keptAtMs = async () => Number((await one.database.query('select kept_at_ms from followup.task'))[0]?.kept_at_ms)
  for (let round = 0; round < 7; round += 1) {
    await clock.tick(3_000)
    await eventually(async () => (await keptAtMs()) === clock.now(), 'a sign of life')
    await other.queue.runUntilIdle()
  }
  gate.resolve()
  expect({ elsewhere, log: one.log }).toEqual({ elsewhere: [], log: [] })
})

it('a task that another process planned, and did not live to carry out, is found', async () => {
  const given = await createTestDatabase()
  const ran: unknown[] = []
  const works = await startQueue(systemClock, { greet: async data => void ran.push(data) }, given)
  const plans = await startQueue(systemClock, { greet: async () => {} }, given)
  await plans.enqueue('greet', { planned: true }, Date.now() + 1_500)
  await works.queue.work()
  await eventually(() => ran.length > 0, 'the task to run')
  expect(ran).toEqual([{ planned: true }])
})

it('a process that was paused past its lease does not run a task beside itself', async () => {
  const clock = new TestClock(Date.UTC(2036, 0, 5, 9))
  const gate = Promise.withResolvers<void>()
  let runs = 0
  const { queue, enqueue, database } = await startQueue(clock, {
    send: async () => {
      runs += 1
      await gate.promise
    },
    greet: async () => {}
  })
  await queue.work()
  await enqueue('send', {})
  await eventually(() => runs === 1, 'the task to run')
  await clock.setTime(clock.now() + 60_000)
  await enqueue('greet', {}, clock.now() + 1)
  const isGreeted = async () => {
    await clock.tick(100)
    return (await database.query(`select from followup.task where name = 'greet'`)).length === 0
  }
  await eventually(isGreeted, 'another turn').finally(gate.resolve)
  expect(runs).toBe(1)
})
