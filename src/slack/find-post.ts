import { z } from 'zod'
import type { Sql } from '../database/database.ts'
import type { Post } from './post.ts'

export async function findPost(sql: Sql, id: string): Promise<{ messageTs: string } | 'on its way' | 'never'> {
  const [row] = await sql.query('select state, message_ts as "messageTs" from followup.post where id = $1', [id])
  if (row === undefined || row.state === 'buried') return 'never'
  return row.state === 'posted' ? { messageTs: z.string().parse(row.messageTs) } : 'on its way'
}

/** Whether a message to this channel is on its way: the thread it will open is not known yet. */
export async function isPosting(sql: Sql, teamId: string, channelId: string): Promise<boolean> {
  const rows = await sql.query(
    `select from followup.post where team_id = $1 and channel_id = $2 and thread_ts is null and state in ('pending', 'posting') limit 1`,
    [teamId, channelId]
  )
  return rows.length > 0
}

const postsSchema = z.array(z.object({ id: z.string(), followupId: z.string().nullable() }))

/** Messages still not in Slack that were last added, due or tried before `lateMs`. */
export async function latePosts(sql: Sql, lateMs: number): Promise<Pick<Post, 'id' | 'followupId'>[]> {
  const rows = await sql.query(
    `select id, followup_id as "followupId" from followup.post where state in ('pending', 'posting') and greatest(added_at_ms, turn_at_ms, last_try_ms) < $1`,
    [lateMs]
  )
  return postsSchema.parse(rows)
}
