import type { Sql } from '../../database/database.ts'
import { messageTimeMs } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { Edit } from '../stores/edit-store.ts'
import { takeGivenBack } from '../stores/given-back-store.ts'
import { insertReply, type Reply, type ReplyKey } from '../stores/reply-store.ts'

/** What was given back and edited since is read as if it had been written so, and then. False: it was not given back. */
export async function readAnew(
  { enqueue, now }: Pick<FollowupDeps, 'enqueue' | 'now'>,
  sql: Sql,
  { teamId, channelId, ts }: ReplyKey,
  { text, editedTs }: Edit,
  isInstruction: boolean
): Promise<boolean> {
  const key = { teamId, channelId, ts }
  const reply = await takeGivenBack(sql, key, text)
  if (reply === undefined) return false
  const writtenAtMs = messageTimeMs(editedTs)
  await insertReply(sql, { ...reply, text, writtenAtMs, receivedAtMs: now(), isInstruction })
  await enqueue(sql, 'forward-reply', key)
  return true
}

export const isReadAnew = ({ ts, writtenAtMs }: Reply): boolean => writtenAtMs > messageTimeMs(ts)
