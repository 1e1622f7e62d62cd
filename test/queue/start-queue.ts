import { onTestFinished } from 'vitest'
import type { Clock } from '../../src/database/clock.ts'
import { createQueue, type Handlers, type TaskRunner } from '../../src/queue/queue.ts'
import { runUntilIdle } from '../support/line.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

export type Buried = { task: string; data: unknown; id: string }
export type LogLine = { level: 'warn' | 'error'; facts: object; words: string }

/** A queue on its own database, or on the one given, and what it reports. */
export async function startQueue(
  clock: Clock,
  runners: Record<string, TaskRunner>,
  given?: TestDatabase,
  owner = 'project'
) {
  const { url, database } = given ?? (await createTestDatabase())
  const buried: Buried[] = []
  const log: LogLine[] = []
  const queue = createQueue({
    url,
    database,
    clock,
    now: () => clock.now(),
    random: () => 0.5,
    tasks: Object.keys(runners),
    owner,
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
