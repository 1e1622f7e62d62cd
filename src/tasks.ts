import type { z } from 'zod'
import type { FollowupDeps } from './followups/followup-deps.ts'
import { type TaskName, taskData } from './followups/followup-tasks.ts'
import { readMessage } from './followups/inbox/read-message.ts'
import { answerTyped } from './followups/tasks/answer-typed.ts'
import { checkJob } from './followups/tasks/check-job.ts'
import { checkPullRequest } from './followups/tasks/check-pull-request.ts'
import { closeThread } from './followups/tasks/close-thread.ts'
import { createLookLanes } from './followups/tasks/look-lanes.ts'
import { placeFollowup } from './followups/tasks/place-followup.ts'
import { pointToCard } from './followups/tasks/point-to-card.ts'
import { postIfAllowed } from './followups/tasks/post-if-allowed.ts'
import { tellCannotPost } from './followups/tasks/post-outcomes.ts'
import { createReadyLanes, type ReadyLanes } from './followups/tasks/ready-lanes.ts'
import { refreshCard } from './followups/tasks/refresh-card.ts'
import { refreshDirect } from './followups/tasks/refresh-direct.ts'
import { refreshHome } from './followups/tasks/refresh-home.ts'
import { refreshNotice } from './followups/tasks/refresh-notice.ts'
import { sendFollowup } from './followups/tasks/send-followup.ts'
import { showReaction } from './followups/tasks/show-reaction.ts'
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
  'post-message': task(taskData['post-message'], (deps, { postId }) => postIfAllowed(deps, postId)),
  'show-reaction': task(taskData['show-reaction'], (deps, { followupId }) => showReaction(deps, followupId)),
  'refresh-card': task(taskData['refresh-card'], refreshCard),
  'refresh-notice': task(taskData['refresh-notice'], refreshNotice),
  'refresh-direct': task(taskData['refresh-direct'], (deps, { postId }) => refreshDirect(deps, postId)),
  'refresh-home': task(taskData['refresh-home'], refreshHome),
  'tell-cannot-post': task(taskData['tell-cannot-post'], (deps, { followupId, code }) =>
    tellCannotPost(deps, followupId, code)
  ),
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
