import pRetry from 'p-retry'
import type { Clock } from '../database/clock.ts'
import { createDatabase, type Database, type Sql } from '../database/database.ts'
import { AT_START } from '../database/open-databases.ts'
import { createTaskRun, type TaskRunner } from './task-run.ts'
import { type Claimed, claimTasks, insertion, keepTasks, type NewTask, putBack, storedFrom } from './task-store.ts'
import { createWorkLoop, type Limit, type Worker } from './work-loop.ts'

type QueueLog = {
  info(facts: object, words: string): void
  warn(facts: object, words: string): void
  error(facts: object, words: string): void
}

type QueueOptions = {
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
  isPooled?: boolean
}

export type Handlers = {
  runners: Record<string, TaskRunner>
  /** Called for a task that is given up, and again until it returns. */
  onBuried: (task: string, data: unknown, id: string) => Promise<void>
}

export type Plan = {
  /** When it runs: at once by default. */
  atMs?: number | undefined
  /** Whose processes run it: our own by default. */
  owner?: string | undefined
  /** Names it, so that it can be dropped. */
  id?: string
  /** It shows a view, if that is there, no more often than this. */
  everyMs?: number
}

type Planned = Omit<NewTask, 'dueMs' | 'isInHand'> & { dueMs: number | undefined }

type Batch = { planned: Planned[]; dropped: string[] }

export type Lent = {
  claim: (done: Claimed[]) => Promise<Claimed[]>
  /** True: it is done. False: it will run again. */
  run: (task: Claimed) => Promise<boolean>
  giveBack: (task: Claimed) => Promise<void>
}

export type Lend = <Lending extends Worker>(createWorker: (lent: Lent) => Lending) => Lending

type Planner = Pick<QueueOptions, 'database' | 'now' | 'owner'> & { worker: () => Worker | undefined }

/** Stores tasks: all that a transaction changes goes out with its last statement, each task once. */
function createPlanner({ database, now, owner, worker }: Planner) {
  const batches = new WeakMap<Sql, Batch>()

  async function change(sql: Sql, changes: Batch): Promise<void> {
    const batch = batches.get(sql)
    batch?.planned.push(...changes.planned)
    batch?.dropped.push(...changes.dropped)
    if (batch) return
    if (!sql.atEnd) return database.transaction(own => change(own, changes))
    batches.set(sql, changes)
    const { last, settle } = storing(changes)
    sql.atEnd(last, settle)
  }

  /** What this process may do at once, it has in hand from the start: nobody needs to look for it. */
  function storing({ planned, dropped }: Batch) {
    const here = worker()
    const seats: string[] = []
    let stored: ReturnType<typeof storedFrom> = []

    function seated({ dueMs = now(), ...task }: Planned): NewTask {
      const isSure = task.id === undefined && task.everyMs === undefined
      const isInHand = task.owner === owner && isSure && dueMs <= now() && here?.reserve(task.name) === true
      if (isInHand) seats.push(task.name)
      return { ...task, dueMs, isInHand }
    }

    return {
      last() {
        const once = new Map(planned.map(task => [JSON.stringify(task), task]))
        const take = (rows: unknown[]) => {
          stored = storedFrom(rows)
        }
        return { ...insertion([...once.values()].map(seated), dropped, now()), take }
      },
      settle(isStored: boolean): void {
        if (!isStored) for (const name of seats) here?.release(name)
        if (!isStored) return
        here?.start(stored.filter(({ tries }) => tries > 0))
        const later = stored.filter(task => task.tries === 0 && task.owner === owner)
        if (later.length > 0) here?.wakeAt(Math.min(...later.map(({ dueMs }) => dueMs)))
      }
    }
  }

  return {
    /** Stores a task through `sql`, or one per item of an array: it exists if, and only if, that transaction commits. */
    enqueue(sql: Sql, name: string, data: object | object[], { atMs: dueMs, owner: whose = owner, ...how }: Plan = {}) {
      const planned = [data].flat().map(data => ({ ...how, owner: whose, name, data, dueMs }))
      return change(sql, { planned, dropped: [] })
    },
    drop: (sql: Sql, id: string) => change(sql, { planned: [], dropped: [id] })
  }
}

const IN_LINE_AT_ONCE = 50

export function createQueue(options: QueueOptions) {
  const { url, database, clock, now, random, log, tasks, limits = {}, owner, isPooled = false } = options
  let worker: Worker | undefined
  const { enqueue, drop } = createPlanner({ database, now, owner, worker: () => worker })
  const opened = new AsyncDisposableStack()

  function runToItsEndWith(handlers: Handlers, sql: Sql): (task: Claimed) => Promise<boolean> {
    const runTask = createTaskRun({ ...handlers, log, random })
    return async task => {
      const outcome = await runTask(task)
      if (outcome.kind === 'done') return true
      await putBack(sql, task, now() + outcome.afterMs, outcome.failures)
      worker?.wakeAt(now() + outcome.afterMs)
      return false
    }
  }

  return {
    enqueue,
    drop,

    async work(handlers: Handlers): Promise<void> {
      // Never behind the tasks, which share a pool: a sign of life that comes too late makes another process repeat them.
      const sql = createDatabase({ url, max: 2, isPooled, onConnectionLost: () => {} })
      opened.defer(sql.close)
      await pRetry(() => sql.query('select'), AT_START)
      const loop = createWorkLoop({
        clock,
        now,
        log,
        names: tasks,
        limits,
        claim: wanted => claimTasks(sql, { ...wanted, owner, nowMs: now() }),
        run: runToItsEndWith(handlers, sql),
        keep: (inHand, done) => keepTasks(sql, inHand, done, now()),
        giveBack: task => putBack(sql, task, now(), task.failures)
      })
      opened.defer(loop.stop)
      worker = loop
    },

    /** Lets something else work than `work()` does: a test, in which nothing happens on its own. */
    lend<Lending extends Worker>(handlers: Handlers, createWorker: (lent: Lent) => Lending): Lending {
      const rooms = tasks.map(name => ({ name, most: IN_LINE_AT_ONCE }))
      const lent = createWorker({
        claim: async done => (await claimTasks(database, { done, inHand: [], rooms, owner, nowMs: now() })).claimed,
        run: runToItsEndWith(handlers, database),
        giveBack: task => putBack(database, task, now(), task.failures)
      })
      worker = lent
      return lent
    },

    stop: () => opened.disposeAsync()
  }
}
