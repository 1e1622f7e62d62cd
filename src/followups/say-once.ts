import type { Sql } from '../database/database.ts'
import { addPost, type Post } from '../slack/outbox.ts'
import type { FollowupDeps } from './followup-deps.ts'

/** A message for the outbox, which brings it to Slack once, however often it is asked for under the same id. */
export async function sayOnce(
  { enqueue, now }: Pick<FollowupDeps, 'enqueue' | 'now'>,
  sql: Sql,
  post: Post
): Promise<void> {
  if (await addPost(sql, post, now())) await enqueue(sql, 'post-message', { postId: post.id })
}
