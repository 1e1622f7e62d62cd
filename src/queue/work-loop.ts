import type { Clock } from 'pg-boss'
import { errorWords } from '../errors.ts'
import type { Taken } from './task-run.ts'

type Listening = { close(): Promise<void> } | undefined

export type WorkLoopDeps = {
  clock: Clock
  log: { info(facts: object, words: string): void; warn(facts: object, words: string): void }
  dueTasks: () => Promise<string[]>
  take: (task: string, most: number) => Promise<Taken[]>
  run: (task: string, taken: Taken) => Promise<void>
  /** Says that these tasks are still in hand. */
  keep: (task: string, taken: Taken[]) => Promise<unknown>
  giveBack: (task: string, taken: Taken[]) => Promise<unknown>
  /** True when announcements would not arrive: there is nothing to listen to. */
  mustPoll: boolean
  /** Calls `onTask` for a task that can run at once, `onGap` when some may have been missed. */
  listen: (onTask: (task: string) => void, onGap: () => void) => Promise<Listening>
}

export type WorkLoop = { stop(): Promise<void> }

// Nothing announces that a task planned for later is due, or that the listener was cut off.
const LOOK_EVERY_MS = 1_000
const POLL_EVERY_MS = 500
const KEEP_EVERY_MS = 4_000
const FINISH_WITHIN_MS = 20_000
/** Per kind of task, so that stuck tasks hold up no others and one kind cannot hold up another. All share the database's pool. */
const AT_ONCE = 50

/** Takes up what is due, each task on its own, so that a slow one keeps no other waiting. */
export async function createWorkLoop({
  clock,
  log,
  dueTasks,
  take,
  run,
  keep,
  giveBack,
  mustPoll,
  listen
}: WorkLoopDeps): Promise<WorkLoop> {
  const inHand = new Map<string, Map<Taken, Promise<void>>>()
  const handOf = (task: string) => {
    const hand = inHand.get(task) ?? new Map<Taken, Promise<void>>()
    inHand.set(task, hand)
    return hand
  }
  /** Kinds of task that may have one to take, and those that had more than could be taken. */
  const wanted = new Set<string>()
  const plenty = new Set<string>()
  let isStopping = false
  let isDown = false
  let taking: Promise<void> | undefined

  /** Logs once however often it fails, and once when it works again. */
  async function trying(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
      if (isDown) log.info({}, 'The task queue can be read again')
      isDown = false
    } catch (error) {
      if (!isDown) log.warn({ error: errorWords(error) }, 'The task queue cannot be read; retrying')
      isDown = true
    }
  }

  function want(...tasks: string[]): void {
    for (const task of tasks) if (task !== '') wanted.add(task)
    if (wanted.size > 0 && !isStopping) taking ??= takeWanted().finally(afterTaking)
  }

  function afterTaking(): void {
    taking = undefined
    want()
  }

  async function takeWanted(): Promise<void> {
    for (const task of [...wanted]) {
      if (isStopping) return
      wanted.delete(task)
      const free = AT_ONCE - handOf(task).size
      if (free > 0) await trying(() => takeSome(task, free))
      else plenty.add(task)
    }
  }

  async function takeSome(task: string, free: number): Promise<void> {
    const taken = await take(task, free)
    if (taken.length === free) plenty.add(task)
    const hand = handOf(task)
    for (const one of taken) hand.set(one, carryOut(task, one))
  }

  async function carryOut(task: string, taken: Taken): Promise<void> {
    // Its place in the hand is taken first.
    await Promise.resolve()
    // The task's end could not be stored: once its heartbeat lapses, it is run again.
    await run(task, taken).catch(error =>
      log.warn({ task, error: errorWords(error) }, 'The outcome of a task could not be stored; it will run again')
    )
    handOf(task).delete(taken)
    if (plenty.delete(task)) want(task)
  }

  const look = () => trying(async () => want(...(await dueTasks())))
  const hear = async () =>
    listen(
      task => want(task),
      () => void look()
    ).catch(error => {
      log.warn({ error: errorWords(error) }, 'Cannot listen for new tasks; polling every second')
      return undefined
    })
  const listening = mustPoll ? undefined : await hear()
  let looking: Promise<void> | undefined
  const lookTimer = clock.setInterval(
    () => {
      looking ??= look().finally(() => {
        looking = undefined
      })
    },
    mustPoll ? POLL_EVERY_MS : LOOK_EVERY_MS
  )
  const keepTimer = clock.setInterval(() => {
    for (const [task, hand] of inHand) if (hand.size > 0) void trying(() => keep(task, [...hand.keys()]))
  }, KEEP_EVERY_MS)
  await look()

  return {
    async stop() {
      isStopping = true
      clock.clearInterval(lookTimer)
      await Promise.all([looking, taking])
      const runs = [...inHand.values()].flatMap(hand => [...hand.values()])
      const patience = Promise.withResolvers<void>()
      const timer = clock.setTimeout(patience.resolve, FINISH_WITHIN_MS)
      await Promise.race([Promise.all(runs), patience.promise])
      clock.clearTimeout(timer)
      clock.clearInterval(keepTimer)
      for (const [task, hand] of inHand) {
        if (hand.size > 0) await giveBack(task, [...hand.keys()]).catch(() => {})
      }
      await listening?.close().catch(() => {})
    }
  }
}
