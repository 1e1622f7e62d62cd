import { z } from 'zod'
import type { Sql } from '../database/database.ts'
import type { Plan } from '../queue/queue.ts'
import { threadKeySchema } from './model/followup.ts'
import { messageKeySchema } from './model/message-ids.ts'
import { threadClosedSchema } from './model/progress.ts'

/** What each task gets from the queue: only ids. */
export const taskData = {
  show: z.union([z.object({ viewId: z.string(), isNew: z.boolean().optional() }), threadKeySchema]),
  /** `insteadOf` names the task that was sending it and is known to be over. */
  'send-followup': z.object({ followupId: z.string(), insteadOf: z.string().optional() }),
  'check-job': z.object({ projectId: z.string(), jobId: z.string(), lookNumber: z.number() }),
  /** `atMs` names the look: if another one has replaced it, it is not made. */
  'check-pull-request': z.object({ projectId: z.string(), link: z.string(), atMs: z.number() }),
  'read-message': messageKeySchema,
  'close-thread': threadKeySchema.extend({ because: threadClosedSchema }),
  'end-all': z.object({ untilMs: z.number() }),
  'open-thread': z.object({ followupId: z.string() }),
  /** In private: that it takes a while, or what became of it. */
  tell: z.object({
    followupId: z.string(),
    news: z.union([z.enum(['slow', 'in a thread', 'rejected']), z.object({ cannotPost: z.string() })])
  })
}

export type TaskName = keyof typeof taskData

/** Late only if the bot is, or Slack: what asks the agent service or a host may wait on purpose, or because that is slow. */
export const PROMPT_TASKS: TaskName[] = ['show', 'tell', 'read-message', 'close-thread']
export const isTaskName = (name: string): name is TaskName => Object.hasOwn(taskData, name)
export type TaskData<Name extends TaskName> = z.output<(typeof taskData)[Name]>

export type Enqueue = <Name extends TaskName>(
  sql: Sql,
  task: Name,
  data: z.input<(typeof taskData)[Name]> | z.input<(typeof taskData)[Name]>[],
  plan?: Plan
) => Promise<void>

export type DropTask = (sql: Sql, taskId: string) => Promise<void>

/** The task that says that it takes a while: of no use once the follow-up has its thread. */
export const slowAnswerId = (followupId: string) => `${followupId}:slow`
