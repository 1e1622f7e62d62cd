import type { z } from 'zod'
import type { Clock, DatabaseClock } from './database/clock.ts'
import type { Databases } from './database/open-databases.ts'
import { errorWords, type Log, TransientError } from './errors.ts'
import { closeThread } from './followups/close-thread.ts'
import type { FollowupDeps } from './followups/followup-deps.ts'
import { type TaskName, taskData } from './followups/followup-tasks.ts'
import { readMessage } from './followups/inbox/read-message.ts'
import { AFTER_SEND } from './followups/model/decide-send.ts'
import { forgetWhatIsOld, replaceLostTasks } from './followups/replace-lost-tasks.ts'
import { openThread } from './followups/sending/open-thread.ts'
import { sendFollowup } from './followups/sending/send-followup.ts'
import { endAll } from './followups/stores/end-all-store.ts'
import { createReadyLanes, type ReadyLanes } from './followups/stores/ready-store.ts'
import { show } from './followups/views/show.ts'
import { tellAuthor } from './followups/views/tell.ts'
import { checkJob, createLookLanes, type LookLanes } from './followups/watching/check-job.ts'
import { checkPullRequest } from './followups/watching/check-pull-request.ts'
import type { TaskRunner } from './queue/queue.ts'
import type { OutboxDeps } from './slack/outbox.ts'

type TaskDeps = FollowupDeps & { outbox: OutboxDeps; find: ReadyLanes; looks: LookLanes }

function task<Schema extends z.ZodType>(
  schema: Schema,
  act: (deps: TaskDeps, data: z.output<Schema>, taskId: string) => Promise<void>
) {
  return (deps: TaskDeps): TaskRunner =>
    (data, taskId) =>
      act(deps, schema.parse(data), taskId)
}

/** TABLE 2: what the app does on its own → the function that does it. */
const tasks = {
  show: task(taskData.show, show),
  tell: task(taskData.tell, tellAuthor),
  'open-thread': task(taskData['open-thread'], openThread),
  'read-message': task(taskData['read-message'], readMessage),
  'close-thread': task(taskData['close-thread'], (deps, { because, ...key }) =>
    deps.database.transaction(sql => closeThread(deps, sql, key, because))
  ),
  'end-all': task(taskData['end-all'], async ({ database, projectId, now }, { untilMs }) => {
    const isSending = await database.transaction(sql => endAll(sql, projectId, untilMs, now()))
    if (isSending) throw new TransientError('What comes of a send is not known yet', AFTER_SEND)
  }),
  'check-pull-request': task(taskData['check-pull-request'], checkPullRequest),
  'send-followup': task(taskData['send-followup'], sendFollowup),
  'check-job': task(taskData['check-job'], checkJob)
} satisfies Record<TaskName, (deps: TaskDeps) => TaskRunner>

export function createTaskRunners(deps: FollowupDeps & { outbox: OutboxDeps }): Record<string, TaskRunner> {
  const together = { find: createReadyLanes(deps.database), looks: createLookLanes(deps) }
  return Object.fromEntries(Object.entries(tasks).map(([name, bind]) => [name, bind({ ...deps, ...together })]))
}

type Round = { name: string; everyMs: number; act: () => Promise<void> }

/** Runs something at the start and then at intervals, one round at a time, until it is disposed of. */
export function createRounds(
  { clock, log }: { clock: Clock; log: Log },
  { name, everyMs, act }: Round
): AsyncDisposable {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= act()
      .catch(error => log.warn({ error: errorWords(error) }, `${name} failed and will be retried`))
      .finally(() => {
        running = undefined
      })
  }
  run()
  const timer = clock.setInterval(run, everyMs)
  return {
    async [Symbol.asyncDispose]() {
      timer[Symbol.dispose]()
      await running
    }
  }
}

export type Retire = (why: string) => void

const MINUTE_MS = 60_000

export const upkeepOf = (databases: Databases, databaseClock: DatabaseClock, retire: Retire = () => {}): Round => ({
  name: 'Upkeep',
  everyMs: MINUTE_MS,
  async act() {
    const outdated = await databases.keepOpen()
    if (outdated) return retire(outdated)
    await databaseClock.measure()
  }
})

export const upkeepOfProject = (deps: FollowupDeps): Round[] => [
  { name: 'Upkeep of tasks', everyMs: MINUTE_MS, act: () => replaceLostTasks(deps) },
  { name: 'Forgetting', everyMs: 10 * MINUTE_MS, act: () => forgetWhatIsOld(deps) }
]
