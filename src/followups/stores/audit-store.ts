import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import type { Act } from '../model/audit.ts'

export type AuditedIn = { teamId: string; projectId: string; auditsWords: boolean; now: () => number }

/** Written along with what it tells of, if in its transaction. */
export async function addToAudit(
  sql: Sql,
  { teamId, projectId, auditsWords, now }: AuditedIn,
  acts: Act[]
): Promise<void> {
  if (acts.length === 0) return
  const rows = acts.map(({ prompt, ...act }) => ({ ...act, words: prompt && (auditsWords ? prompt : hashOf(prompt)) }))
  await sql.write(
    `insert into followup.audit (at_ms, team_id, project_id, channel_id, user_id, act, outcome, job_id, followup_id, words)
     select $1, $2, $3, "channelId", by, act, outcome, "jobId", "followupId", words from json_to_recordset($4) as new
       ("channelId" text, by text, act text, outcome text, "jobId" text, "followupId" text, words text)`,
    [Math.round(now()), teamId, projectId, JSON.stringify(rows)]
  )
}

const hashOf = (words: string) => `sha256:${createHash('sha256').update(words).digest('hex')}`

const text = z.string().nullable()
const rows = z.array(
  z.object({
    number: z.coerce.number(),
    at: z.coerce.number().transform(ms => new Date(ms).toISOString()),
    act: z.string(),
    user: text,
    outcome: text,
    channel: text,
    job: text,
    followup: text,
    project: z.string(),
    words: text
  })
)

export type AuditRow = z.output<typeof rows>[number]

/** A page of what happened since then, oldest first, after the row with this number. */
export async function readAudit(sql: Sql, sinceMs: number, after: number): Promise<AuditRow[]> {
  const found = await sql.query(
    `select number, at_ms as at, act, user_id as user, outcome, channel_id as channel, job_id as job, followup_id as followup,
       project_id as project, words
     from followup.audit where at_ms >= $1 and number > $2 order by number limit 1000`,
    [sinceMs, after]
  )
  return rows.parse(found)
}
