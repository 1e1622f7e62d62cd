import { isDeepStrictEqual } from 'node:util'
import { type Clock, PgBoss, type Queue as StoredQueue } from 'pg-boss'
import { z } from 'zod'
import type { Sql } from '../database/database.ts'
import { waryStream } from '../database/wary-socket.ts'
import { errorWords } from '../errors.ts'
import { createQueueNames } from './queue-names.ts'
import { releaseAbandoned } from './release-abandoned.ts'
import { createTaskRun, type Taken, type TaskRunner } from './task-run.ts'
import { createWorkLoop, type WorkLoop } from './work-loop.ts'

export type QueueLog = {
  info(facts: object, words: string): void
  warn(facts: object, words: string): void
  error(facts: object, words: string): void
}

export type QueueOptions = {
  url: string
  clock: Clock
  /** The database's time, which decides when tasks are due. */
  now: () => number
  log: QueueLog
  /** The names of all tasks. */
  tasks: string[]
  /** Whose tasks these are: a process sees no others. */
  owner: string
  /** A moment at which no one else used this database: tasks in hand from before it are taken up at once. */
  aloneAtMs?: number | undefined
  /** New tasks are not announced: the queue only polls for them. */
  mustPoll?: boolean
}

/** What carries out the tasks. */
export type Handlers = {
  runners: Record<string, TaskRunner>
  /** Called for a task that is given up, and again until it returns. */
  onBuried: (task: string, data: unknown, id: string) => Promise<void>
}

/** When a task is to run, if not at once, and who owns it, if not this process's own project. */
export type Plan = { atMs?: number | undefined; owner?: string | undefined }

export type Queue = {
  /** Stores a task through `sql`, or one per item of an array: it exists if, and only if, that transaction commits. */
  enqueue(sql: Sql, task: string, data: object | object[], plan?: Plan): Promise<void>
  /** The data of all tasks of this name that are waiting or in hand. */
  alive(task: string): Promise<unknown[]>
  /** Takes up tasks, including those that a killed process had in hand. */
  work(handlers: Handlers): Promise<void>
  /** Runs what is due now, one task at a time, until nothing is due. Replaces `work()` where time is injected. */
  runUntilIdle(handlers: Handlers): Promise<void>
  /** Takes no new tasks, finishes those in hand, closes its connections. */
  stop(): Promise<void>
}

// A killed process is noticed after its last heartbeat plus one round of supervision.
const HEARTBEAT_SECONDS = 10

const TASK_OPTIONS = {
  heartbeatSeconds: HEARTBEAT_SECONDS,
  retryLimit: 10_000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  deleteAfterSeconds: 3_600,
  // A bot that was off for a long time still finds its work.
  retentionSeconds: 365 * 86_400,
  notify: true
}

// Priorities are 32 bits wide: seconds from here on last until 2094.
const PRIORITY_EPOCH_MS = Date.UTC(2026, 0, 1)
const LARGEST_PRIORITY = 2 ** 31 - 1

/** Tasks are fetched by priority: the longest overdue goes first, however often it was rescheduled. */
function priorityAt(dueMs: number): number {
  const seconds = Math.round((dueMs - PRIORITY_EPOCH_MS) / 1_000)
  return -Math.max(Math.min(seconds, LARGEST_PRIORITY), -LARGEST_PRIORITY)
}

export async function createQueue(options: QueueOptions): Promise<Queue> {
  const { url, clock, now, log, tasks, owner, aloneAtMs, mustPoll = false } = options
  const names = createQueueNames(owner)
  const ownNames = tasks.map(task => names.toName(task))
  const boss = new PgBoss({
    connectionString: url,
    ...waryStream(url),
    clock,
    application_name: 'agent-followup-queue',
    max: 3,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    schedule: false
  })
  boss.on('error', error => log.warn({ error: errorWords(error) }, 'The task queue reported an error'))
  await boss.start()
  try {
    await prepareQueues(
      boss,
      ownNames.map(name => ({ name, ...TASK_OPTIONS }))
    )
    await takeOverUnowned(boss, names, tasks)
    const released = aloneAtMs === undefined ? 0 : await releaseAbandoned(boss, aloneAtMs)
    if (released > 0)
      log.warn({ tasks: released }, 'The previous process was killed; its unfinished tasks are taken over')
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }

  // A delay rather than a time: the database counts it on its own clock, whatever ours says.
  const timing = (atMs = now()) => ({
    startAfter: Math.max((atMs - now()) / 1_000, 0),
    priority: priorityAt(atMs)
  })

  async function enqueue(sql: Sql, task: string, data: object | object[], plan: Plan = {}): Promise<void> {
    const db = { executeSql: async (text: string, values?: unknown[]) => ({ rows: await sql.query(text, values) }) }
    const name = plan.owner === undefined ? names.toName(task) : createQueueNames(plan.owner).toName(task)
    // Its queues may not exist yet: no process may have served that owner here since each has its own.
    if (plan.owner !== undefined && plan.owner !== owner) await prepareQueues(boss, [{ name, ...TASK_OPTIONS }])
    await boss.insert(
      name,
      [data].flat().map(data => ({ data, ...timing(plan.atMs) })),
      { db }
    )
  }

  /** Schedules the same task again for a given time. Its id is derived from the run, so a repeated run schedules it only once. */
  const planAgain = async (task: string, data: object, id: string, afterMs: number) => {
    await boss.send(names.toName(task), data, { id, ...timing(now() + afterMs) })
  }

  /** Tasks that could run now, in the order in which they became due. */
  async function dueTasks(): Promise<string[]> {
    const { rows } = await boss.getDb().executeSql(
      `select name from pgboss.job where state in ('created', 'retry') and start_after <= pgboss.job_now()
       and name = any($1) group by name order by min(start_after), min(created_on), array_position($1, name)`,
      [ownNames]
    )
    return parseNames(rows).map(name => names.toTask(name))
  }

  async function take(task: string, most: number): Promise<Taken[]> {
    return boss.fetch<object>(names.toName(task), { batchSize: most })
  }

  function runToItsEndWith(handlers: Handlers): (task: string, taken: Taken) => Promise<void> {
    const runTask = createTaskRun({ ...handlers, log, planAgain })
    return async (task, taken) => {
      const outcome = await runTask(task, taken)
      if (outcome.kind === 'done') await boss.complete(names.toName(task), taken)
      else await boss.fail(names.toName(task), taken, { error: outcome.error })
    }
  }

  let loop: WorkLoop | undefined

  return {
    enqueue,

    async alive(task) {
      const { rows } = await boss
        .getDb()
        .executeSql(`select data from pgboss.job where name = $1 and state in ('created', 'retry', 'active')`, [
          names.toName(task)
        ])
      return z
        .array(z.object({ data: z.unknown() }))
        .parse(rows)
        .map(({ data }) => data)
    },

    async work(handlers) {
      loop = await createWorkLoop({
        clock,
        log,
        dueTasks,
        take,
        run: runToItsEndWith(handlers),
        keep: (task, taken) => boss.touch(names.toName(task), taken),
        giveBack: (task, taken) => boss.fail(names.toName(task), taken, { because: 'process ends' }),
        mustPoll,
        listen: (onTask, onGap) => listenForTasks(boss, name => onTask(names.toTask(name)), onGap)
      })
    },

    async runUntilIdle(handlers) {
      const runToItsEnd = runToItsEndWith(handlers)
      for (let due = await dueTasks(); due.length > 0; due = await dueTasks()) {
        for (const task of due) {
          for (const taken of await take(task, 1)) await runToItsEnd(task, taken)
        }
      }
    },

    async stop() {
      await loop?.stop()
      await boss.stop({ graceful: false })
    }
  }
}

const parseNames = (rows: unknown) =>
  z
    .array(z.object({ name: z.string() }))
    .parse(rows)
    .map(({ name }) => name)

/** pg-boss announces on a channel of its own which queue has a task that can run at once. */
async function listenForTasks(boss: PgBoss, onName: (name: string) => void, onGap: () => void) {
  const db = boss.getDb()
  const { rows } = await db.executeSql(`select 'pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24) as name`)
  const [channel = ''] = parseNames(rows)
  return db.listen?.(channel, onName, onGap)
}

/** An earlier version kept the tasks of all projects in the same queues: the first project to start takes what waits there. */
async function takeOverUnowned(
  boss: PgBoss,
  names: ReturnType<typeof createQueueNames>,
  tasks: string[]
): Promise<void> {
  await boss.getDb().executeSql(
    `update pgboss.job set name = own.name, dead_letter = null from unnest($1::text[], $2::text[]) as own (task, name)
     where job.name = own.task and state in ('created', 'retry')`,
    [tasks, tasks.map(names.toName)]
  )
}

/** Creates the queues on the first start; every later start updates their options. */
async function prepareQueues(boss: PgBoss, wanted: StoredQueue[]): Promise<void> {
  const stored = new Map((await boss.getQueues()).map(queue => [queue.name, queue]))
  for (const { name, ...options } of wanted) {
    const queue = stored.get(name)
    if (queue === undefined) await boss.createQueue(name, options)
    else if (!isDeepStrictEqual({ ...queue, ...options }, queue)) await boss.updateQueue(name, options)
  }
}
