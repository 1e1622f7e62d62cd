import { expect, it } from 'vitest'
import { PermanentError, TransientError } from '../../src/errors.ts'
import { TestClock } from '../support/test-clock.ts'
import { startQueue } from './start-queue.ts'

const START = Date.UTC(2036, 0, 5, 9)

it('a task runs once the transaction that enqueued it commits, and never if that is rolled back', async () => {
  const ran: unknown[] = []
  const { queue, database } = await startQueue(new TestClock(START), { greet: async data => void ran.push(data) })
  const attempt = database.transaction(async sql => {
    await queue.enqueue(sql, 'greet', { name: 'Ana' })
    throw new Error('changed my mind')
  })
  await expect(attempt).rejects.toThrow('changed my mind')
  await database.transaction(async sql => {
    await queue.enqueue(sql, 'greet', { name: 'Ben' })
    await queue.runUntilIdle()
    expect(ran).toEqual([])
  })
  await queue.runUntilIdle()
  expect(ran).toEqual([{ name: 'Ben' }])
})

it('a scheduled task runs at its time and not a millisecond before', async () => {
  const clock = new TestClock(START)
  const ran: number[] = []
  const { queue, enqueue } = await startQueue(clock, { look: async () => void ran.push(clock.now()) })
  await enqueue('look', {}, START + 60_000)
  await enqueue('look', {}, START - 60_000)
  await queue.runUntilIdle()
  expect(ran).toEqual([START])
  await clock.setTime(START + 59_999)
  await queue.runUntilIdle()
  expect(ran).toEqual([START])
  await clock.setTime(START + 60_000)
  await queue.runUntilIdle()
  expect(ran).toEqual([START, START + 60_000])
})

it('a failure that names a time is retried at that time, however often it does', async () => {
  const clock = new TestClock(START)
  const ran: number[] = []
  const { queue, enqueue, buried, log } = await startQueue(clock, {
    post: async () => {
      ran.push(clock.now() - START)
      if (ran.length <= 10) throw new TransientError('busy', { retryAfterMs: 90_000 })
    }
  })
  await enqueue('post', { id: 'p_1' })
  await queue.runUntilIdle()
  await clock.setTime(START + 89_999)
  await queue.runUntilIdle()
  expect(ran).toEqual([0])
  for (let round = 1; round <= 12; round += 1) {
    await clock.setTime(START + round * 90_000)
    await queue.runUntilIdle()
  }
  expect(ran).toEqual(Array.from({ length: 11 }, (_, round) => round * 90_000))
  expect(buried).toEqual([])
  // Waiting as told is not worth a log line.
  expect(log).toEqual([])
})

it('a failure without a time is retried ever more slowly, and never given up', async () => {
  const clock = new TestClock(START)
  const ran: number[] = []
  const { queue, enqueue, buried } = await startQueue(clock, {
    post: async () => {
      ran.push(clock.now())
      if (ran.length < 30) throw new TransientError('no answer')
    }
  })
  await enqueue('post', { id: 'p_1' })
  for (let second = 0; ran.length < 30 && second < 3_600; second += ran.length < 10 ? 1 : 5) {
    await clock.setTime(START + second * 1_000)
    await queue.runUntilIdle()
  }
  const waits = ran.slice(1).map((at, index) => at - (ran[index] ?? 0))
  expect(waits).toHaveLength(29)
  expect(waits[0]).toBeLessThanOrEqual(2_000)
  expect(Math.max(...waits)).toBeLessThanOrEqual(61_000)
  expect(waits.slice(10).every(wait => wait >= 30_000)).toBe(true)
  expect(buried).toEqual([])
})

it.each([
  ['a bug is tried five times', new RangeError('Not what I expected'), 5],
  ['a permanent failure is tried once', new PermanentError('Gone'), 1]
])('%s, then buried and logged once, without the data', async (_, error, tries) => {
  const clock = new TestClock(START)
  const ids: string[] = []
  const { queue, enqueue, buried, log } = await startQueue(clock, {
    send: async (_data, id) => {
      ids.push(id)
      throw error
    }
  })
  await enqueue('send', { prompt: 'my secret prompt' })
  for (let minute = 0; minute < 60; minute += 1) {
    await clock.setTime(START + minute * 60_000)
    await queue.runUntilIdle()
  }
  expect(ids).toEqual(Array(tries).fill(ids[0]))
  expect(buried).toEqual([{ task: 'send', data: { prompt: 'my secret prompt' }, id: ids[0] }])
  expect(log.map(line => line.level)).toEqual([...Array(tries - 1).fill('warn'), 'error'])
  expect(log.at(-1)?.facts).toEqual({ task: 'send', taskId: ids[0], tries, error: String(error) })
  expect(JSON.stringify(log)).not.toContain('my secret prompt')
})

it('the task that has been due longest goes first, whenever it was scheduled', async () => {
  const clock = new TestClock(START)
  const ran: unknown[] = []
  const { queue, enqueue } = await startQueue(clock, { look: async data => void ran.push(data) })
  await enqueue('look', { due: 'third' }, START + 30_000)
  await enqueue('look', { due: 'second' }, START + 20_000)
  await clock.setTime(START + 60_000)
  await enqueue('look', { due: 'last' })
  await enqueue('look', { due: 'first' }, START + 10_000)
  await queue.runUntilIdle()
  expect(ran).toEqual([{ due: 'first' }, { due: 'second' }, { due: 'third' }, { due: 'last' }])
})
