import { errorWords } from '../errors.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { isTaskName, type TaskName, taskData } from './followup-tasks.ts'
import { forgetOldAnswerAddresses } from './stores/followup-store.ts'
import { deliveredBefore, endedBefore, forget } from './stores/forget-store.ts'
import { FOR_IDLE, IN_LINE, NEXT_FIRST, OUTSIDE_LINE, UNDER_WAY } from './stores/line-store.ts'
import { CARD_STATE } from './stores/ready-store.ts'

const LATE = '$2::bigint - 120000'
const SURELY_OVER = '$2::bigint - 600000'

const DUE: { [name in TaskName]?: string } = {
  'check-job': `select jsonb_build_object('projectId', project_id, 'jobId', job_id, 'lookNumber', look_number)
    from followup.job where coalesce(look_at_ms, 0) < ${LATE} and (project_id, job_id) in (
      select project_id, job_id from followup.followup where project_id = $1 and state = 'watching'
      union select project_id, job_id from followup.followup where project_id = $1 and progress ? 'openUntilMs'
      union select project_id, job_id from followup.followup where project_id = $1 and ${FOR_IDLE}
      union select project_id, job_id from followup.watch where project_id = $1)`,
  // The first in each job's line, and what waits for a time. One being sent is taken for over only after that task.
  'send-followup': `select jsonb_strip_nulls(jsonb_build_object('followupId', id, 'insteadOf', progress ->> 'taskId')) from (
      select distinct on (project_id, job_id) id, state, thread_ts, in_line_at_ms, progress from followup.followup
      where ${IN_LINE} and project_id = $1 order by project_id, job_id, ${NEXT_FIRST}) as first
    where case when state = 'sending' then (progress ->> 'sinceMs')::numeric < ${SURELY_OVER}
      when progress ? 'tries' then (progress ->> 'untilMs')::numeric < ${LATE}
      else thread_ts is not null and in_line_at_ms < ${LATE} end
    union all select jsonb_build_object('followupId', id) from followup.followup
      where ${OUTSIDE_LINE} and project_id = $1 and thread_ts is not null and (progress ->> 'untilMs')::numeric < ${LATE}`,
  'open-thread': `select jsonb_build_object('followupId', id) from followup.followup
    where project_id = $1 and ${UNDER_WAY}
      and thread_ts is null and in_line_at_ms < ${LATE} and ${CARD_STATE} is null`,
  show: `select jsonb_build_object('viewId', view.id) from followup.view left join followup.followup on followup.id = followup_id
    where view.state in ('pending', 'posting') and greatest(added_at_ms, turn_at_ms, last_try_ms) < ${LATE}
      and (followup_id is null or project_id = $1)`,
  'read-message': `select jsonb_build_object('teamId', team_id, 'channelId', channel_id, 'ts', ts)
    from followup.inbox where is_open and last_try_ms < ${SURELY_OVER} and project_id = $1`,
  'check-pull-request': `select jsonb_build_object('projectId', project_id, 'link', link, 'atMs', look_at_ms)
    from followup.pull_request where project_id = $1 and look_at_ms < ${LATE}`
}

/**
 * Everything that waits has a task that will come back to it, stored in the same transaction. Should one be lost anyway, this
 * finds what is long overdue and gives it a new one. A live task is late because there is much to do: it keeps its place.
 */
export async function replaceLostTasks(deps: FollowupDeps): Promise<void> {
  for (const [name, due] of Object.entries(DUE)) {
    if (!isTaskName(name) || (name === 'check-pull-request' && deps.host === undefined)) continue
    await unlessItFails(deps, name, () => replace(deps, name, due))
  }
}

async function replace(
  { database, enqueue, log, now, projectId }: FollowupDeps,
  name: TaskName,
  due: string
): Promise<void> {
  const rows = await database.query(
    // Thousands may be due, each with its task: `not in` looks at all tasks once, not for each.
    `select data from (${due}) as due (data) where data - 'insteadOf' not in (
       select data - '{insteadOf,isNew}'::text[] from followup.task where owner = $1 and name = $3)`,
    [projectId, now(), name]
  )
  if (rows.length === 0) return
  await enqueue(
    database,
    name,
    rows.map(({ data }) => taskData[name].parse(data))
  )
  log.warn({ [name]: rows.length }, 'Overdue work was rescheduled')
}

const HOUR_MS = 3_600_000
/** The rest goes next time: whoever stops the bot does not wait long for it. */
const MOST_BATCHES = 200

export async function forgetWhatIsOld(deps: FollowupDeps): Promise<void> {
  const { database, now, retentionDays } = deps
  const nowMs = Math.round(now())
  await unlessItFails(deps, 'answer addresses', () => forgetOldAnswerAddresses(database, nowMs))
  const ended = retentionDays > 0 ? [endedBefore(nowMs - retentionDays * 24 * HOUR_MS)] : []
  for (const part of [deliveredBefore(nowMs - 25 * HOUR_MS), ...ended])
    await unlessItFails(deps, 'what is over', () => forget(database, part, MOST_BATCHES))
}

async function unlessItFails({ log }: FollowupDeps, name: string, act: () => Promise<unknown>): Promise<void> {
  await act().catch(error => log.error({ kind: name, error: errorWords(error) }, 'The upkeep failed'))
}
