import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Clock, type Job, type JobResult, PgBoss, type Queue as StoredQueue } from 'pg-boss'
import { z } from 'zod'
import type { Sql } from '../database/database.ts'
import { errorWords, PermanentError, TransientError } from '../errors.ts'
import { releaseAbandoned } from './release-abandoned.ts'

/** One run of a task. `id` stays the same when the task is taken up again after a crash. */
export type TaskRun = { id: string }

/** What a task does: it gets the stored data as it is and parses it. */
export type TaskRunner = (data: unknown, run: TaskRun) => Promise<void>

export type QueueLog = {
  warn(facts: object, words: string): void
  error(facts: object, words: string): void
}

export type QueueOptions = {
  url: string
  clock: Clock
  log: QueueLog
  runners: Record<string, TaskRunner>
  /** A moment at which nobody else used this database: what was in hand before it is taken up at once. */
  aloneAtMs?: number | undefined
  /** Called once for a task that is given up. */
  onBuried: (task: string, data: unknown, id: string) => Promise<void>
}

export type Queue = {
  /** Stores a task through `sql`: it exists when, and only when, that transaction commits. */
  enqueue(sql: Sql, task: string, data: object, startAfterMs?: number): Promise<void>
  /** Takes up tasks, also those that a killed process had in hand. */
  work(): Promise<void>
  /** Runs what is due now, one task at a time, until nothing is due. Instead of `work()`, where time is injected. */
  runUntilIdle(): Promise<void>
  /** Takes nothing new, finishes what is in hand, closes its connections. */
  stop(): Promise<void>
}

const FINISH_WITHIN_MS = 20_000
const TRIES_FOR_A_BUG = 5
const BURIED = 'buried'

// A killed process is noticed after its last heartbeat plus one round of supervision.
const HEARTBEAT_SECONDS = 10

const TASK_OPTIONS = {
  heartbeatSeconds: HEARTBEAT_SECONDS,
  retryLimit: 10_000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  deleteAfterSeconds: 3_600,
  // A bot that was switched off for long still finds what it had to do.
  retentionSeconds: 365 * 86_400,
  notify: true
}

const WORK_OPTIONS = {
  localConcurrency: 2,
  batchSize: 4,
  perJobResults: true,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 0.5,
  notifyPollingIntervalSeconds: 1
} as const

// Burying notifies nobody: without an interval of its own, the worker would look every 30 s.
const BURIED_OPTIONS = {
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 1
} as const

export async function createQueue(options: QueueOptions): Promise<Queue> {
  const { url, clock, log, runners, aloneAtMs, onBuried } = options
  const boss = new PgBoss({
    connectionString: url,
    clock,
    application_name: 'agent-followup-queue',
    max: 3,
    useListenNotify: true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    schedule: false
  })
  boss.on('error', error => log.warn({ error: errorWords(error) }, 'The task queue met an error'))
  await boss.start()
  try {
    await prepareQueues(boss, [
      { name: BURIED, ...TASK_OPTIONS, retryDelayMax: 600 },
      ...Object.keys(runners).map(name => ({ name, ...TASK_OPTIONS, deadLetter: BURIED }))
    ])
    const released = aloneAtMs === undefined ? 0 : await releaseAbandoned(boss, aloneAtMs)
    if (released > 0)
      log.warn({ tasks: released }, 'The process before this one was killed; what it had in hand goes on')
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }

  async function enqueue(sql: Sql, task: string, data: object, startAfterMs?: number): Promise<void> {
    const db = { executeSql: async (text: string, values?: unknown[]) => ({ rows: await sql.query(text, values) }) }
    await boss.send(task, data, { db, ...(startAfterMs !== undefined && { startAfter: new Date(startAfterMs) }) })
  }

  async function run(task: string, job: Job<object>): Promise<JobResult> {
    try {
      await runners[task]?.(job.data, { id: job.id })
      return { id: job.id, status: 'completed' }
    } catch (error) {
      const facts = { task, taskId: job.id, tries: job.retryCount + 1, error: errorWords(error) }
      const retryAfterMs = error instanceof TransientError ? error.retryAfterMs : undefined
      if (retryAfterMs !== undefined && (await planAgain(task, job, retryAfterMs))) {
        return { id: job.id, status: 'completed' }
      }
      const isBug = !(error instanceof TransientError)
      const giveUp = error instanceof PermanentError || (isBug && job.retryCount + 1 >= TRIES_FOR_A_BUG)
      if (giveUp) log.error(facts, 'A task was given up')
      else log.warn(facts, 'A task failed and will be tried again')
      return { id: job.id, status: giveUp ? 'deadletter' : 'failed', output: { error: facts.error } }
    }
  }

  /** The same task anew at a named time. Its id follows from the run, so that a run which is repeated plans it only once. */
  async function planAgain(task: string, job: Job<object>, afterMs: number): Promise<boolean> {
    const startAfter = new Date(clock.now() + afterMs)
    return boss.send(task, job.data, { id: nextId(job), startAfter }).then(
      () => true,
      () => false
    )
  }

  /** Names of tasks that could run now, in the order in which they became due. */
  async function dueTasks(): Promise<string[]> {
    const { rows } = await boss.getDb().executeSql(
      `select name from pgboss.job where state in ('created', 'retry') and start_after <= pgboss.job_now()
       and name = any($1) group by name order by min(start_after), min(created_on), array_position($1, name)`,
      [Object.keys(runners)]
    )
    return z
      .array(z.object({ name: z.string() }))
      .parse(rows)
      .map(({ name }) => name)
  }

  async function bury(job: Job<object>): Promise<void> {
    const [buried] = await boss.findJobs<object>(BURIED, { id: job.id })
    const task = buried?.sourceName ?? 'unknown'
    await onBuried(task, job.data, buried?.sourceId ?? job.id).catch(error => {
      log.error({ task, taskId: job.id, error: errorWords(error) }, 'Nobody could be told of a task that was given up')
      throw error
    })
  }

  return {
    enqueue,

    async work() {
      for (const task of Object.keys(runners)) {
        await boss.work<object>(task, WORK_OPTIONS, jobs => Promise.all(jobs.map(job => run(task, job))))
      }
      await boss.work<object>(BURIED, BURIED_OPTIONS, async jobs => {
        for (const job of jobs) await bury(job)
      })
    },

    async runUntilIdle() {
      for (let due = await dueTasks(); due.length > 0; due = await dueTasks()) {
        for (const task of due) {
          for (const job of await boss.fetch<object>(task)) {
            const { status, output } = await run(task, job)
            if (status === 'deadletter') await onBuried(task, job.data, job.id)
            if (status === 'failed') await boss.fail(task, job.id, output)
            else await boss.complete(task, job.id)
          }
        }
      }
    },

    stop: () => boss.stop({ graceful: true, timeout: FINISH_WITHIN_MS })
  }
}

/** Made on the first start; on every other one they take over what their options have become. */
async function prepareQueues(boss: PgBoss, wanted: StoredQueue[]): Promise<void> {
  const stored = new Map((await boss.getQueues()).map(queue => [queue.name, queue]))
  for (const { name, ...options } of wanted) {
    const queue = stored.get(name)
    if (queue === undefined) await boss.createQueue(name, options)
    else if (!isDeepStrictEqual({ ...queue, ...options }, queue)) await boss.updateQueue(name, options)
  }
}

function nextId({ id, retryCount }: Job<object>): string {
  const digest = createHash('sha256').update(`${id} ${retryCount}`).digest('hex')
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    digest.slice(12, 16),
    digest.slice(16, 20),
    digest.slice(20, 32)
  ].join('-')
}
