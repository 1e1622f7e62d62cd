import type { Sql } from '../../database/database.ts'

/**
 * All that goes on in a project and began until then ends as it stands, and nobody is told. True: something is being sent, so it is
 * to be done again. What began later and loses its task gets a new one.
 */
export async function endAll(sql: Sql, projectId: string, untilMs: number, nowMs: number): Promise<boolean> {
  const [row] = await sql.query(
    `with followups as (
       update followup.followup set version = version + 1,
         standing = case state when 'waiting' then 'cancelled' when 'watching' then 'unwatched' else standing end,
         progress = case state
           when 'waiting' then jsonb_build_object('state', 'dropped', 'reason', 'app removed', 'atMs', $3::numeric)
           when 'watching' then progress || jsonb_build_object('state', 'ended', 'how', 'app removed', 'atMs', $3::numeric)
           else progress - 'openUntilMs' end
       where project_id = $1 and written_at_ms <= $2 and (state in ('waiting', 'watching') or progress ? 'openUntilMs')
       returning id, channel_id, job_id, state, coalesce(progress ->> 'how', progress ->> 'reason') as why),
     told as (
       insert into followup.audit (at_ms, project_id, channel_id, act, outcome, job_id, followup_id)
       select $3, $1, channel_id, case state when 'dropped' then 'cancelled' else 'ended' end, why, job_id, id
       from followups where why = 'app removed'),
     posts as (
       update followup.view set state = 'buried' where state in ('pending', 'posting') and added_at_ms <= $2
         and id in (select data ->> 'viewId' from followup.task where owner = $1)),
     messages as (
       update followup.inbox set is_open = false, text = '', files = '[]'
       where is_open and project_id = $1 and received_at_ms <= $2),
     watches as (delete from followup.watch where project_id = $1 and since_ms <= $2),
     links as (update followup.pull_request set look_at_ms = null where project_id = $1 and named_at_ms <= $2 and look_at_ms is not null),
     tasks as (delete from followup.task where owner = $1 and name <> 'end-all')
     select exists (select from followup.followup
       where project_id = $1 and state = 'sending' and written_at_ms <= $2) as "isSending"`,
    [projectId, untilMs, nowMs]
  )
  return row?.isSending === true
}
