import type { Sql } from '../../database/database.ts'
import type { ThreadKey } from '../model/followup.ts'

/** One person, in one thread. */
export async function setMuted(
  sql: Sql,
  { teamId, channelId, threadTs }: ThreadKey,
  userId: string,
  isMuted: boolean
): Promise<void> {
  await sql.query(
    isMuted
      ? 'insert into followup.muted (team_id, channel_id, thread_ts, user_id) values ($1, $2, $3, $4) on conflict do nothing'
      : 'delete from followup.muted where team_id = $1 and channel_id = $2 and thread_ts = $3 and user_id = $4',
    [teamId, channelId, threadTs, userId]
  )
}
