import { createHash } from 'node:crypto'
import type { Job } from 'pg-boss'
import { errorWords, PermanentError, TransientError } from '../errors.ts'

/** One run of a task. `id` stays the same when the task is taken up again after a crash. */
export type TaskRun = { id: string }

/** What a task does: it gets the stored data as is and parses it. */
export type TaskRunner = (data: unknown, run: TaskRun) => Promise<void>

/** A task that this process has in hand. */
export type Taken = Job<object>

/** Whether a task has ended or is to be retried. */
export type Outcome = { kind: 'done' } | { kind: 'again'; error: string }

type Deps = {
  runners: Record<string, TaskRunner>
  log: { warn(facts: object, words: string): void; error(facts: object, words: string): void }
  onBuried: (task: string, data: unknown, id: string) => Promise<void>
  planAgain: (task: string, data: object, id: string, afterMs: number) => Promise<void>
}

const TRIES_FOR_A_BUG = 5

export function createTaskRun({ runners, log, onBuried, planAgain }: Deps) {
  return async function runTask(task: string, { id, data, retryCount }: Taken): Promise<Outcome> {
    try {
      await runners[task]?.(data, { id })
      return { kind: 'done' }
    } catch (error) {
      const facts = { task, taskId: id, tries: retryCount + 1, error: errorWords(error) }
      const again: Outcome = { kind: 'again', error: facts.error }
      const retryAfterMs = error instanceof TransientError ? error.retryAfterMs : undefined
      if (retryAfterMs !== undefined) {
        const isPlanned = await planAgain(task, data, nextId(id, retryCount), retryAfterMs).then(
          () => true,
          () => false
        )
        if (isPlanned) return { kind: 'done' }
      }
      const isBug = !(error instanceof TransientError)
      if (!(error instanceof PermanentError || (isBug && retryCount + 1 >= TRIES_FOR_A_BUG))) {
        log.warn(facts, 'A task failed and will be retried')
        return again
      }
      log.error(facts, 'A task failed for good')
      return bury(task, data, id, again)
    }
  }

  async function bury(task: string, data: object, id: string, again: Outcome): Promise<Outcome> {
    try {
      await onBuried(task, data, id)
      return { kind: 'done' }
    } catch (error) {
      log.error(
        { task, taskId: id, error: errorWords(error) },
        'Nobody could be told that a task failed for good; retrying'
      )
      return again
    }
  }
}

function nextId(id: string, retryCount: number): string {
  const digest = createHash('sha256').update(`${id} ${retryCount}`).digest('hex')
  const ends = [8, 12, 16, 20, 32]
  return ends.map((end, place) => digest.slice(ends[place - 1] ?? 0, end)).join('-')
}
