import type { Sql } from '../../database/database.ts'
import type { Followup } from '../model/followup.ts'
import { type FollowedPullRequest, followedSchema, type PullRequestKey } from '../model/pull-request-after.ts'
import { FINISHED, findFollowups, LINE, SHOWN } from './followup-store.ts'

const FOLLOWED = `project_id as "projectId", link, named_at_ms as "namedAtMs", look_at_ms as "lookAtMs", seen, seen_at_ms as "seenAtMs",
  trouble, checks_followup_id as "checksFollowupId"`

const KEY = 'project_id = $1 and link = $2'

/** A result names it: it is looked at from now on, however long ago the last one was. Its checks are about earlier work. */
export async function saveNamed(
  sql: Sql,
  { projectId, link }: PullRequestKey,
  { nowMs, lookAtMs }: { nowMs: number; lookAtMs: number }
): Promise<void> {
  await sql.write(
    `insert into followup.pull_request as known (project_id, link, named_at_ms, look_at_ms) values ($1, $2, $3, $4)
     on conflict (project_id, link) do update
       set named_at_ms = $3, look_at_ms = $4, seen = known.seen || '{"failedChecks": []}'`,
    [projectId, link, nowMs, lookAtMs]
  )
}

export async function findPullRequest(sql: Sql, { projectId, link }: PullRequestKey) {
  const [row] = await sql.query(`select ${FOLLOWED} from followup.pull_request where ${KEY}`, [projectId, link])
  return row === undefined ? undefined : followedSchema.parse(row)
}

/** Stores what a look found. False if another one has replaced it. */
export async function savePullRequest(
  sql: Sql,
  { lookAtMs: plannedMs }: FollowedPullRequest,
  { projectId, link, lookAtMs, seen, seenAtMs, trouble, checksFollowupId }: FollowedPullRequest
): Promise<boolean> {
  const rows = await sql.query(
    `update followup.pull_request set look_at_ms = $4, seen = $5, seen_at_ms = $6, trouble = $7, checks_followup_id = $8
     where ${KEY} and look_at_ms = $3 returning link`,
    [projectId, link, plannedMs, lookAtMs, seen && JSON.stringify(seen), seenAtMs, trouble, checksFollowupId]
  )
  return rows.length > 0
}

/** Nobody looks any more. */
export async function stopFollowing(sql: Sql, { projectId, link }: PullRequestKey): Promise<void> {
  await sql.query(`update followup.pull_request set look_at_ms = null where ${KEY}`, [projectId, link])
}

export function followupsNaming(sql: Sql, { projectId, link }: PullRequestKey): Promise<Followup[]> {
  const which = `project_id = $1 and ${FINISHED} and progress -> 'job' ->> 'prLink' = $2
    order by (progress ->> 'atMs')::numeric, ${LINE}`
  return findFollowups(sql, which, [projectId, link], SHOWN)
}
