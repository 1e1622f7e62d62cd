import pRetry from 'p-retry'
import type { Clock } from '../database/clock.ts'
import { createDatabase, type Database, type Sql } from '../database/database.ts'
import { AT_START } from '../database/open-databases.ts'
import { errorWords, type Log, PermanentError, TransientError } from '../errors.ts'
import { backoffMs } from '../http/pace.ts'
import { type Claimed, claimTasks, insertion, keepTasks, type NewTask, putBack, storedFrom } from './task-store.ts'
import { createWorkLoop, type Limit, type Worker, type WorkLoopDeps } from './work-loop.ts'

type QueueOptions = {
  url: string
  database: Database
  clock: Clock
  now: () => number
  random: () => number
  log: Pick<Log, 'info' | 'warn' | 'error'>
  tasks: string[]
  limits?: Record<string, Limit | undefined>
  /** Whose tasks these are: a process sees no others. */
  owner: string
  isPooled?: boolean
}

/** `id` stays the same whenever the task is claimed again. */
export type TaskRunner = (data: unknown, id: string) => Promise<void>

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

export type Lend = <Working extends Worker>(createWorker: (deps: WorkLoopDeps) => Working) => Working

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
    sql.atEnd(settle, last)
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

const TRIES_FOR_A_BUG = 5
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 60_000

type Again = { afterMs: number; failures: number }

/** Undefined when the task is over: done, or given up. */
async function whyAgain(
  { id, name, data, failures }: Claimed,
  { runners, onBuried }: Handlers,
  { log, random }: Pick<QueueOptions, 'log' | 'random'>
): Promise<Again | undefined> {
  try {
    await runners[name]?.(data, id)
    return undefined
  } catch (error) {
    const tries = failures + 1
    const facts = { task: name, taskId: id, tries, error: errorWords(error) }
    const again = { afterMs: backoffMs(tries, random(), FIRST_RETRY_MS, LAST_RETRY_MS), failures: tries }
    const retryAfterMs = error instanceof TransientError ? error.retryAfterMs : undefined
    // It waits as it was told to: this was no failed try.
    if (retryAfterMs !== undefined) return { afterMs: retryAfterMs, failures: 0 }
    const isBug = !(error instanceof TransientError)
    if (!(error instanceof PermanentError || (isBug && tries >= TRIES_FOR_A_BUG))) {
      log.warn(facts, 'A task failed and will be retried')
      return again
    }
    log.error(facts, 'A task failed for good')
    return onBuried(name, data, id).then(
      () => undefined,
      failure => {
        log.error(
          { task: name, taskId: id, error: errorWords(failure) },
          'Nobody could be told that a task failed for good; retrying'
        )
        return again
      }
    )
  }
}

export function createQueue(options: QueueOptions) {
  const { url, database, clock, now, log, tasks, limits = {}, owner, isPooled = false } = options
  let worker: Worker | undefined
  const { enqueue, drop } = createPlanner({ database, now, owner, worker: () => worker })
  const opened = new AsyncDisposableStack()

  function workOn(sql: Sql, handlers: Handlers): Lend {
    async function run(task: Claimed): Promise<boolean> {
      const again = await whyAgain(task, handlers, options)
      if (again === undefined) return true
      const dueMs = now() + again.afterMs
      await putBack(sql, task, dueMs, again.failures)
      worker?.wakeAt(dueMs)
      return false
    }
    return createWorker => {
      const made = createWorker({
        clock,
        now,
        log,
        names: tasks,
        limits,
        claim: wanted => claimTasks(sql, { ...wanted, owner, nowMs: now() }),
        run,
        keep: (inHand, done) => keepTasks(sql, inHand, done, now()),
        giveBack: task => putBack(sql, task, now(), task.failures)
      })
      worker = made
      return made
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
      opened.defer(workOn(sql, handlers)(createWorkLoop).stop)
    },

    /** Lets something else work than `work()` does: a test, in which nothing happens on its own. */
    lend: (handlers: Handlers): Lend => workOn(database, handlers),

    stop: () => opened.disposeAsync()
  }
}
