import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { type Downtime, downtimeSchema } from '../rules/downtime.ts'

/** One for each channel and downtime. */
export const digestKeySchema = z.object({
  projectId: z.string(),
  teamId: z.string(),
  channelId: z.string(),
  untilMs: z.number()
})
export type DigestKey = z.output<typeof digestKeySchema>

const valuesOf = ({ projectId, teamId, channelId, untilMs }: DigestKey) => [projectId, teamId, channelId, untilMs]

/** False: the digest was told already. */
export async function addToDigest(
  sql: Sql,
  key: DigestKey,
  { fromMs }: Downtime,
  followupId: string
): Promise<boolean> {
  const rows = await sql.query(
    `insert into followup.digest (project_id, team_id, channel_id, offline_until_ms, offline_from_ms, followup_ids)
     values ($1, $2, $3, $4, $5, array[$6])
     on conflict (project_id, team_id, channel_id, offline_until_ms) do update
       set followup_ids = digest.followup_ids || excluded.followup_ids where digest.said_at_ms is null
     returning project_id`,
    [...valuesOf(key), fromMs, followupId]
  )
  return rows.length > 0
}

const dueDigestsSchema = z.array(digestKeySchema.extend({ untilMs: z.coerce.number() }))

export async function untoldDigests(sql: Sql, projectId: string): Promise<DigestKey[]> {
  const rows = await sql.query(
    `select project_id as "projectId", team_id as "teamId", channel_id as "channelId", offline_until_ms as "untilMs"
     from followup.digest where project_id = $1 and said_at_ms is null`,
    [projectId]
  )
  return dueDigestsSchema.parse(rows)
}

const digestSchema = downtimeSchema.extend({ followupIds: z.array(z.string()) })

const digestsSchema = z.array(digestSchema)

/** Nothing is added to it any more. Undefined: it was told already. */
export async function closeDigest(
  sql: Sql,
  key: DigestKey,
  nowMs: number
): Promise<z.output<typeof digestSchema> | undefined> {
  const rows = await sql.query(
    `update followup.digest set said_at_ms = $5
     where project_id = $1 and team_id = $2 and channel_id = $3 and offline_until_ms = $4 and said_at_ms is null
     returning offline_from_ms as "fromMs", offline_until_ms as "untilMs", followup_ids as "followupIds"`,
    [...valuesOf(key), nowMs]
  )
  return digestsSchema.parse(rows)[0]
}
