import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { type MessageKey, markId } from '../model/message-ids.ts'

// The bot's marks on a message are what its view shows. One that may or may not be there ends in a question mark.

const marksSchema = z.object({ marks: z.array(z.string()) })

export async function findMarks(sql: Sql, key: MessageKey): Promise<string[]> {
  const [row] = await sql.query(`select string_to_array(digest, ' ') as marks from followup.view where id = $1`, [
    markId(key)
  ])
  return row === undefined ? [] : marksSchema.parse(row).marks
}

/** Stores other marks only over those that were found: false when another process was faster. */
export async function saveMarks(sql: Sql, key: MessageKey, found: string[], after: string[]): Promise<boolean> {
  const rows = await sql.query(
    `insert into followup.view (id, team_id, channel_id, message, state, digest)
     select $1, $2, $3, '{}', 'posted', $5 where $4 = '' or exists (select from followup.view where id = $1)
     on conflict (id) do update set digest = $5 where view.digest = $4 returning id`,
    [markId(key), key.teamId, key.channelId, found.join(' '), after.join(' ')]
  )
  return rows.length > 0
}

export async function addMark(sql: Sql, key: MessageKey, mark: string): Promise<void> {
  await sql.query(`update followup.view set digest = trim(digest || ' ' || $2) where id = $1`, [markId(key), mark])
}
