import pRetry from 'p-retry'
import type { Clock } from '../database/clock.ts'
import { createDatabase, type Database, type Sql } from '../database/database.ts'
import { AT_START } from '../database/open-databases.ts'
import { createTaskRun, type TaskRunner } from './task-run.ts'
import {
  insertion,
  keepTasks,
  type NewTask,
  putBack,
  releaseAbandoned,
  storedFrom,
  type Taken,
  takeTasks
} from './task-store.ts'
import { createWorkLoop, type Limit, type Worker, type WorkLoop } from './work-loop.ts'

export type QueueLog = {
  info(facts: object, words: string): void
  warn(facts: object, words: string): void
  error(facts: object, words: string): void
}

export type QueueOptions = {
  url: string
  database: Database
  clock: Clock
  now: () => number
  random: () => number
  log: QueueLog
  tasks: string[]
  limits?: Record<string, Limit | undefined>
  /** Whose tasks these are: a process sees no others. */
  owner: string
  /** A moment at which no one else used this database: tasks in hand from before it are taken up at once. */
  aloneAtMs?: number | undefined
  isPooled?: boolean
}

export type Handlers = {
  runners: Record<string, TaskRunner>
  /** Called for a task that is given up, and again until it returns. */
  onBuried: (task: string, data: unknown, id: string) => Promise<void>
}

/** A task that shows a view is stored only if the view is there, and once for each time it may be shown. */
export type Plan = {
  atMs?: number | undefined
  owner?: string | undefined
  id?: string | undefined
  everyMs?: number | undefined
}

type Planned = Omit<NewTask, 'dueMs' | 'isInHand'> & { dueMs: number | undefined }

type Batch = { planned: Planned[]; dropped: string[] }

export type Lent = {
  take: (done: Taken[]) => Promise<Taken[]>
  /** True: it is done. False: it will run again. */
  run: (task: Taken) => Promise<boolean>
  giveBack: (task: Taken) => Promise<void>
}

export type Lend = <Lending extends Worker>(createWorker: (lent: Lent) => Lending) => Lending

const IN_LINE_AT_ONCE = 50

export async function createQueue(options: QueueOptions) {
  const { url, database, clock, now, random, log, tasks, limits = {}, owner, aloneAtMs, isPooled = false } = options
  const released = aloneAtMs === undefined ? 0 : await releaseAbandoned(database, aloneAtMs, now())
  if (released > 0)
    log.warn({ tasks: released }, 'The previous process was killed; its unfinished tasks are taken over')

  let worker: Worker | undefined
  let loop: WorkLoop | undefined
  let ownPool: Database | undefined
  let stopped: Promise<void> | undefined

  const batches = new WeakMap<Sql, Batch>()

  /** Stores a task through `sql`, or one per item of an array: it exists if, and only if, that transaction commits. */
  const enqueue = (sql: Sql, name: string, data: object | object[], plan: Plan = {}) => {
    const { atMs: dueMs, owner: whose = owner, ...how } = plan
    const planned = [data].flat().map(data => ({ ...how, owner: whose, name, data, dueMs }))
    return change(sql, { planned, dropped: [] })
  }

  /** All that a transaction changes is stored with its last statement, each task once. */
  async function change(sql: Sql, changes: Batch): Promise<void> {
    const batch = batches.get(sql)
    batch?.planned.push(...changes.planned)
    batch?.dropped.push(...changes.dropped)
    if (batch) return
    const storing = storeTasks(changes)
    if (sql.atEnd) {
      batches.set(sql, changes)
      return sql.atEnd(storing.last, storing.settle)
    }
    let isStored = false
    try {
      const { text, values, take } = storing.last()
      take(await sql.query(text, values))
      isStored = true
    } finally {
      storing.settle(isStored)
    }
  }

  /** What this process may do at once, it has in hand from the start: nobody needs to look for it. */
  function storeTasks({ planned, dropped }: Batch) {
    const here = worker
    const seats: string[] = []
    let taken: Taken[] = []
    let nextDueMs = Number.POSITIVE_INFINITY
    return {
      last() {
        const nowMs = now()
        const once = new Map(planned.map(task => [JSON.stringify(task), task]))
        const tasks = [...once.values()].map(({ dueMs = nowMs, ...task }) => {
          const isSure = task.id === undefined && task.everyMs === undefined
          const mayStart = task.owner === owner && isSure && dueMs <= nowMs
          const isInHand = mayStart && here?.reserve(task.name) === true
          if (isInHand) seats.push(task.name)
          return { ...task, dueMs, isInHand }
        })
        const take = (rows: unknown[]) => {
          const stored = storedFrom(rows)
          taken = stored.filter(({ tries }) => tries > 0)
          const later = stored.filter(task => task.tries === 0 && task.owner === owner)
          nextDueMs = Math.min(...later.map(({ dueMs }) => dueMs))
        }
        return { ...insertion(tasks, dropped, nowMs), take }
      },
      settle(isStored: boolean): void {
        if (!isStored) for (const name of seats) here?.release(name)
        if (!isStored) return
        here?.start(taken)
        if (Number.isFinite(nextDueMs)) here?.wakeAt(nextDueMs)
      }
    }
  }

  function runToItsEndWith(handlers: Handlers, sql: Sql): (task: Taken) => Promise<boolean> {
    const runTask = createTaskRun({ ...handlers, log, random })
    return async task => {
      const outcome = await runTask(task)
      if (outcome.kind === 'done') return true
      await putBack(sql, task, now() + outcome.afterMs, outcome.failures)
      worker?.wakeAt(now() + outcome.afterMs)
      return false
    }
  }

  async function stop(): Promise<void> {
    await loop?.stop()
    await ownPool?.close()
  }

  return {
    enqueue,

    drop: (sql: Sql, id: string) => change(sql, { planned: [], dropped: [id] }),

    async work(handlers: Handlers): Promise<void> {
      // Never behind the tasks, which share a pool: a sign of life that comes too late makes another process repeat them.
      const sql = createDatabase({ url, max: 2, isPooled, onConnectionLost: () => {} })
      ownPool = sql
      await pRetry(() => sql.query('select'), AT_START)
      loop = createWorkLoop({
        clock,
        now,
        log,
        names: tasks,
        limits,
        take: wanted => takeTasks(sql, { ...wanted, owner, nowMs: now() }),
        run: runToItsEndWith(handlers, sql),
        keep: (inHand, done) => keepTasks(sql, inHand, done, now()),
        giveBack: task => putBack(sql, task, now(), task.failures)
      })
      worker = loop
    },

    /** Lets something else work than `work()` does: a test, in which nothing happens on its own. */
    lend<Lending extends Worker>(handlers: Handlers, createWorker: (lent: Lent) => Lending): Lending {
      const rooms = tasks.map(name => ({ name, most: IN_LINE_AT_ONCE }))
      const lent = createWorker({
        take: async done => (await takeTasks(database, { done, inHand: [], rooms, owner, nowMs: now() })).taken,
        run: runToItsEndWith(handlers, database),
        giveBack: task => putBack(database, task, now(), task.failures)
      })
      worker = lent
      return lent
    },

    stop(): Promise<void> {
      stopped ??= stop()
      return stopped
    }
  }
}
