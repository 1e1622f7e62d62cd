import type { z } from 'zod'
import type { FollowupDeps } from './followups/followup-deps.ts'
import { type TaskName, taskData } from './followups/followup-tasks.ts'
import { readMessage } from './followups/inbox/read-message.ts'
import { closeThread } from './followups/moves/close-thread.ts'
import { checkJob } from './followups/tasks/check-job.ts'
import { checkPullRequest } from './followups/tasks/check-pull-request.ts'
import { createLookLanes } from './followups/tasks/look-lanes.ts'
import { placeFollowup } from './followups/tasks/place-followup.ts'
import { pointToCard } from './followups/tasks/point-to-card.ts'
import { createReadyLanes, type ReadyLanes } from './followups/tasks/ready-lanes.ts'
import { sendFollowup } from './followups/tasks/send-followup.ts'
import { answerTyped } from './followups/views/answer-typed.ts'
import { tellCannotPost } from './followups/views/post-outcomes.ts'
import { show } from './followups/views/show.ts'
import type { TaskRun, TaskRunner } from './queue/task-run.ts'
import type { OutboxDeps } from './slack/outbox.ts'

export type TaskDeps = FollowupDeps & { outbox: OutboxDeps; find: ReadyLanes }

function task<Schema extends z.ZodType>(
  schema: Schema,
  act: (deps: TaskDeps, data: z.output<Schema>, run: TaskRun) => Promise<void>
) {
  return (deps: TaskDeps): TaskRunner =>
    (data, run) =>
      act(deps, schema.parse(data), run)
}

/** TABLE 2: what the app does on its own → the function that does it. */
const tasks = {
  show: task(taskData.show, show),
  'tell-cannot-post': task(taskData['tell-cannot-post'], tellCannotPost),
  'place-followup': task(taskData['place-followup'], placeFollowup),
  'answer-command': task(taskData['answer-command'], answerTyped),
  'point-to-card': task(taskData['point-to-card'], pointToCard),
  'read-message': task(taskData['read-message'], readMessage),
  'close-thread': task(taskData['close-thread'], (deps, { because, ...key }) =>
    deps.database.transaction(sql => closeThread(deps, sql, key, because))
  ),
  'check-pull-request': task(taskData['check-pull-request'], checkPullRequest),
  'send-followup': task(taskData['send-followup'], (deps, data, { id }) => sendFollowup(deps, data, id)),
  'check-job': deps => {
    const looks = createLookLanes(deps)
    return task(taskData['check-job'], (_, { lookNumber, ...key }) => checkJob({ ...deps, looks }, key, lookNumber))(
      deps
    )
  }
} satisfies Record<TaskName, (deps: TaskDeps) => TaskRunner>

export function createTaskRunners(deps: Omit<TaskDeps, 'find'>): Record<string, TaskRunner> {
  const find = createReadyLanes(deps)
  return Object.fromEntries(Object.entries(tasks).map(([name, bind]) => [name, bind({ ...deps, find })]))
}
