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

/** Somebody no longer wants to hear about that. False: nothing about it was waiting to be posted. */
export async function dropPost(
  sql: Sql,
  { teamId, channelId, about }: { teamId: string; channelId: string; about: string }
): Promise<boolean> {
  const rows = await sql.query(
    `update followup.post set state = 'buried'
     where team_id = $1 and channel_id = $2 and state = 'pending' and message ->> 'about' = $3 returning id`,
    [teamId, channelId, about]
  )
  return rows.length > 0
}
