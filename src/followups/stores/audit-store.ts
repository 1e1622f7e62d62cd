import { createHash } from 'node:crypto'
import type { Sql } from '../../database/database.ts'
import type { Act } from '../model/audit.ts'

export type AuditedIn = { projectId: string; auditsWords: boolean; now: () => number }

/** Written along with what it tells of, if in its transaction. */
export async function addToAudit(sql: Sql, deps: AuditedIn, acts: Act[]): Promise<void> {
  if (acts.length === 0) return
  const { projectId, auditsWords, now } = deps
  const rows = acts.map(({ prompt, ...act }) => ({ ...act, words: prompt && (auditsWords ? prompt : hashOf(prompt)) }))
  await sql.write(
    `insert into followup.audit (at_ms, project_id, channel_id, user_id, act, outcome, job_id, followup_id, words)
     select $1, $2, "channelId", by, act, outcome, "jobId", "followupId", words from json_to_recordset($3) as new
       ("channelId" text, by text, act text, outcome text, "jobId" text, "followupId" text, words text)`,
    [Math.round(now()), projectId, JSON.stringify(rows)]
  )
}

const hashOf = (words: string) => `sha256:${createHash('sha256').update(words).digest('hex')}`

/** A page of what happened since then, oldest first, after the row with this number. */
export const readAudit = (sql: Sql, sinceMs: number, after: number) =>
  sql.query(
    `select number::float8, to_char(to_timestamp(at_ms / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, act,
       user_id as user, outcome, channel_id as channel, job_id as job, followup_id as followup, project_id as project, words
     from followup.audit where at_ms >= $1 and number > $2 order by audit.number limit 1000`,
    [sinceMs, after]
  )
