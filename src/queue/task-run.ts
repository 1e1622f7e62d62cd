import { errorWords, PermanentError, TransientError } from '../errors.ts'
import { backoffMs } from '../http/pace.ts'
import type { Claimed } from './task-store.ts'

/** One run of a task. `id` stays the same whenever the task is claimed again. */
export type TaskRun = { id: string }

export type TaskRunner = (data: unknown, run: TaskRun) => Promise<void>

export type Outcome = { kind: 'done' } | { kind: 'again'; afterMs: number; failures: number }

type Deps = {
  runners: Record<string, TaskRunner>
  log: { warn(facts: object, words: string): void; error(facts: object, words: string): void }
  random: () => number
  onBuried: (task: string, data: unknown, id: string) => Promise<void>
}

const TRIES_FOR_A_BUG = 5
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 60_000

export function createTaskRun({ runners, log, random, onBuried }: Deps) {
  return async function runTask({ id, name, data, failures }: Claimed): Promise<Outcome> {
    try {
      await runners[name]?.(data, { id })
      return { kind: 'done' }
    } catch (error) {
      const tries = failures + 1
      const facts = { task: name, taskId: id, tries, error: errorWords(error) }
      const again: Outcome = {
        kind: 'again',
        afterMs: backoffMs(tries, random(), FIRST_RETRY_MS, LAST_RETRY_MS),
        failures: tries
      }
      const retryAfterMs = error instanceof TransientError ? error.retryAfterMs : undefined
      // It waits as it was told to: this was no failed try.
      if (retryAfterMs !== undefined) return { kind: 'again', afterMs: retryAfterMs, failures: 0 }
      const isBug = !(error instanceof TransientError)
      if (!(error instanceof PermanentError || (isBug && tries >= TRIES_FOR_A_BUG))) {
        log.warn(facts, 'A task failed and will be retried')
        return again
      }
      log.error(facts, 'A task failed for good')
      return bury(name, data, id, again)
    }
  }

  async function bury(task: string, data: unknown, id: string, again: Outcome): Promise<Outcome> {
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
