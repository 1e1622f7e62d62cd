import type { AgentJob } from '../../agent/agent-job.ts'
import type { Habit } from '../../agent/habit.ts'
import type { Sql } from '../../database/database.ts'
import type { JobKey } from '../rules/followup.ts'

/** What is stored of a name that may be of any length. */
const KEPT_LETTERS = 500

/** The habit of the repository that a row of `followup.job` names. */
export const HABIT = `(select habit.ends from followup.habit where habit.project_id = job.project_id
  and habit.repository = left(coalesce(job.record #>> '{source,repository}', ''), ${KEPT_LETTERS})) as habit`

/** When several jobs end at the same moment, one of them is learnt from, so that none waits for another. */
export async function saveHabit(sql: Sql, { projectId }: JobKey, record: AgentJob | null, habit: Habit): Promise<void> {
  await sql.write(
    `insert into followup.habit (project_id, repository, ends)
     select $1, left($2, ${KEPT_LETTERS}), $3 where pg_try_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 0))
     on conflict (project_id, repository) do update set ends = excluded.ends`,
    [projectId, record?.source?.repository ?? '', JSON.stringify(habit)]
  )
}
