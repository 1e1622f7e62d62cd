import type { Clock, Timer } from '../database/clock.ts'
import { errorWords, type Log } from '../errors.ts'
import type { Claim, Claimed, Wanted } from './task-store.ts'

export type Limit = {
  atOnce: number
  /** How many more may be claimed for now. Even one that could start at once then keeps its place in the line. */
  allowance: { room(): number; count(tasks: number): void; nextAtMs(): number }
}

export type WorkLoopDeps = {
  clock: Clock
  now: () => number
  log: Pick<Log, 'info' | 'warn'>
  names: string[]
  limits: Record<string, Limit | undefined>
  claim: (wanted: Wanted) => Promise<Claim>
  /** True: it is done. False: it will run again. */
  run: (task: Claimed) => Promise<boolean>
  keep: (inHand: Claimed[], done: Claimed[]) => Promise<void>
  giveBack: (task: Claimed) => Promise<void>
}

/** Where tasks that this process stores can start as soon as they are stored, without being claimed first. */
export type Worker = {
  reserve(name: string): boolean
  /** It was not stored after all. */
  release(name: string): void
  start(tasks: Claimed[]): void
  wakeAt(ms: number): void
}

type WorkLoop = Worker & { stop(): Promise<void> }

const SHORTEST_SLEEP_MS = 20
// Only what another process planned, and did not live to carry out, is found this late.
const LONGEST_SLEEP_MS = 20_000
const BETWEEN_CLAIMS_MS = 100
const TRY_AGAIN_MS = 1_000
const KEEP_EVERY_MS = 3_000
const REMOVE_WITHIN_MS = 250
const FINISH_WITHIN_MS = 20_000
/** Per kind of task, so that stuck tasks hold up no others and one kind cannot hold up another. All share the database's pool. */
const AT_ONCE = 50

function createSeats(limits: WorkLoopDeps['limits']) {
  const occupied = new Map<string, number>()
  const free = (name: string) => Math.max((limits[name]?.atOnce ?? AT_ONCE) - (occupied.get(name) ?? 0), 0)
  return {
    free,
    room: (name: string) => Math.min(free(name), limits[name]?.allowance.room() ?? Number.POSITIVE_INFINITY),
    occupy: (name: string, count = 1) => void occupied.set(name, (occupied.get(name) ?? 0) + count)
  }
}

/** Rings once, at the earliest of the times it is set to. */
function createAlarm(clock: Clock, now: () => number, ring: () => void) {
  let timer: Timer | undefined
  let ringsAtMs = Number.POSITIVE_INFINITY
  return {
    set(ms: number): void {
      if (ms >= ringsAtMs) return
      timer?.[Symbol.dispose]()
      ringsAtMs = ms
      const ringNow = () => {
        ringsAtMs = Number.POSITIVE_INFINITY
        ring()
      }
      timer = clock.setTimeout(ringNow, Math.max(ms - now(), 0))
    },
    stop: () => timer?.[Symbol.dispose]()
  }
}

/** Takes up what is due, each task on its own, so that a slow one keeps no other waiting. Sleeps until something is due. */
export function createWorkLoop(deps: WorkLoopDeps): WorkLoop {
  const { clock, now, log, names, limits, claim, run, keep, giveBack } = deps
  const inHand = new Map<Claimed, Promise<void>>()
  const seats = createSeats(limits)
  const alarm = createAlarm(clock, now, want)
  let done: Claimed[] = []
  let isWanted = false
  let isStopping = false
  let isDown = false
  let claiming: Promise<void> | undefined
  let keeping: Timer | undefined
  let claimedAtMs = Number.NEGATIVE_INFINITY

  /** Logs once however often it fails, and once when it works again. */
  async function trying(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
      if (isDown) log.info({}, 'The task queue can be read again')
      isDown = false
    } catch (error) {
      if (!isDown) log.warn({ error: errorWords(error) }, 'The task queue cannot be read; retrying')
      isDown = true
      wakeAt(now() + TRY_AGAIN_MS)
    }
  }

  function want(): void {
    isWanted = true
    if (!isStopping) claiming ??= claimWhileWanted()
  }

  async function claimWhileWanted(): Promise<void> {
    while (isWanted && !isStopping) {
      isWanted = false
      await trying(claimOnce)
    }
    claiming = undefined
  }

  async function claimOnce(): Promise<void> {
    const rooms = names.map(name => ({ name, most: seats.room(name) }))
    claimedAtMs = now()
    const { claimed, nextDueMs = Number.POSITIVE_INFINITY } = await removing(removed =>
      claim({ done: removed, inHand: [...inHand.keys()], rooms })
    )
    for (const task of claimed) {
      limits[task.name]?.allowance.count(1)
      seats.occupy(task.name)
      carryOut(task)
    }
    const full = rooms.filter(({ name, most }) => most <= claimed.filter(task => task.name === name).length)
    const againMs = full
      .filter(({ name }) => seats.free(name) > 0)
      .map(({ name }) => limits[name]?.allowance.nextAtMs() ?? now())
    wakeFor(Math.min(nextDueMs, now() + LONGEST_SLEEP_MS, ...againMs))
  }

  /** What is done stays so until it could be removed. */
  async function removing<T>(work: (removed: Claimed[]) => Promise<T>): Promise<T> {
    const removed = done
    done = []
    try {
      return await work(removed)
    } catch (error) {
      done = [...removed, ...done]
      throw error
    }
  }

  function keepAll(): void {
    if (inHand.size > 0) return void trying(() => removing(removed => keep([...inHand.keys()], removed)))
    // An idle bot is not woken up for nothing.
    keeping?.[Symbol.dispose]()
    keeping = undefined
  }

  function carryOut(task: Claimed): void {
    keeping ??= clock.setInterval(keepAll, KEEP_EVERY_MS)
    const running = run(task)
      .then(isDone => {
        if (isDone) done.push(task)
      })
      // Once its lease is over, it is run again.
      .catch(error =>
        log.warn(
          { task: task.name, error: errorWords(error) },
          'The outcome of a task could not be stored; it will run again'
        )
      )
      .finally(() => {
        inHand.delete(task)
        const wasFull = seats.free(task.name) === 0
        seats.occupy(task.name, -1)
        // What followed from it is in hand by now: a whole line of steps is removed at once.
        if (inHand.size === 0) want()
        else wakeAt(now() + (wasFull ? SHORTEST_SLEEP_MS : REMOVE_WITHIN_MS))
      })
    inHand.set(task, running)
  }

  const wakeFor = (dueMs: number) => wakeAt(dueMs <= now() ? dueMs : Math.max(dueMs, claimedAtMs + BETWEEN_CLAIMS_MS))

  function wakeAt(ms: number): void {
    if (!isStopping) alarm.set(ms)
  }

  want()

  return {
    reserve(name) {
      const isReserved = !isStopping && limits[name] === undefined && seats.room(name) > 0
      if (isReserved) seats.occupy(name)
      return isReserved
    },
    release: name => seats.occupy(name, -1),
    start(tasks) {
      for (const task of tasks) {
        if (isStopping) void giveBack(task).catch(() => {})
        else carryOut(task)
      }
    },
    wakeAt: wakeFor,
    async stop() {
      isStopping = true
      alarm.stop()
      await claiming
      const patience = Promise.withResolvers<void>()
      using _late = clock.setTimeout(patience.resolve, FINISH_WITHIN_MS)
      await Promise.race([Promise.all(inHand.values()), patience.promise])
      keeping?.[Symbol.dispose]()
      await removing(removed => keep([], removed)).catch(() => {})
      for (const task of inHand.keys()) await giveBack(task).catch(() => {})
    }
  }
}
