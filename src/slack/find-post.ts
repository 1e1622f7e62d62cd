import { z } from 'zod'
import type { Sql } from '../database/database.ts'

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
