import { onTestFinished } from 'vitest'
import type { Clock } from '../../src/database/clock.ts'
import { createQueue, type Handlers, type TaskRunner } from '../../src/queue/queue.ts'
import { runUntilIdle } from '../support/line.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

/** A queue on its own database, or on the one given, and what it reports. */
export async function startQueue(clock: Clock, runners: Record<string, TaskRunner>, given?: TestDatabase) {
  const { url, database } = given ?? (await createTestDatabase())
  const buried: { task: string; data: unknown; id: string }[] = []
  const log: { level: 'warn' | 'error'; facts: object; words: string }[] = []
  const queue = createQueue({
    url,
    database,
    clock,
    now: () => clock.now(),
    random: () => 0.5,
    tasks: Object.keys(runners),
    owner: 'project',
    log: {
      info: () => {},
      warn: (facts, words) => void log.push({ level: 'warn', facts, words }),
      error: (facts, words) => void log.push({ level: 'error', facts, words })
    }
  })
  const onBuried: Handlers['onBuried'] = async (task, data, id) => void buried.push({ task, data, id })
  const handlers = { runners, onBuried }
  onTestFinished(() => queue.stop())

  return {
    url,
    database,
    queue: {
      ...queue,
      work: () => queue.work(handlers),
      runUntilIdle: () => runUntilIdle({ lends: [queue.lend(handlers)] })
    },
    buried,
    log,
    enqueue: (task: string, data: object, atMs?: number) =>
      database.transaction(sql => queue.enqueue(sql, task, data, { atMs }))
  }
}
