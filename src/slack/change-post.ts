import { z } from 'zod'
import type { Sql } from '../database/database.ts'
import type { SlackMessage } from './blocks.ts'
import { storedMessage } from './post.ts'

/** Lets a message say something else. One that is in Slack already still has to be edited there. */
export async function changePost(sql: Sql, id: string, message: SlackMessage): Promise<void> {
  await sql.query('update followup.post set message = $2 where id = $1', [id, JSON.stringify(message)])
}

const storedPost = z.object({ teamId: z.string(), channelId: z.string(), message: storedMessage })

/** Where a message was posted, and what it is to say by now. */
export async function loadPost(sql: Sql, id: string): Promise<z.output<typeof storedPost>> {
  const [row] = await sql.query(
    'select team_id as "teamId", channel_id as "channelId", message from followup.post where id = $1',
    [id]
  )
  return storedPost.parse(row)
}
