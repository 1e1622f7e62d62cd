import type { Sql } from '../../database/database.ts'
import type { Post } from '../../slack/post.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { Downtime } from '../rules/downtime.ts'
import { digestId } from '../rules/message-ids.ts'
import { addToDigest } from '../stores/digest-store.ts'

/** By then, the first looks at what was watched before are in. */
const GATHERED_FOR_MS = 3 * 60_000

type Late = { projectId: string; post: Post; late: Downtime }

/** Leaves it to one message to tell the channel this result, with others that come late. False: that message was stored already. */
export async function putInDigest(
  { enqueue, now }: Pick<FollowupDeps, 'enqueue' | 'now'>,
  sql: Sql,
  { projectId, post, late }: Late
): Promise<boolean> {
  const { teamId, channelId, followupId } = post
  const key = { projectId, teamId, channelId, untilMs: late.untilMs }
  if (followupId === null || !(await addToDigest(sql, key, late, followupId))) return false
  await enqueue(sql, 'tell-digest', key, { atMs: now() + GATHERED_FOR_MS, projectId, taskId: digestId(key) })
  return true
}
