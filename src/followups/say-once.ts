import type { Sql } from '../database/database.ts'
import { addPosts } from '../slack/outbox.ts'
import type { Post } from '../slack/post.ts'
import type { FollowupDeps } from './followup-deps.ts'

/** Messages for the outbox, which posts each to Slack once, however often it is asked for under the same id. */
export async function sayOnce({ enqueue, now }: FollowupDeps, sql: Sql, ...posts: Post[]): Promise<void> {
  if (posts.length === 0) return
  await addPosts(sql, posts, now())
  // For one that is in Slack already, there is nothing left to do.
  await enqueue(
    sql,
    'post-message',
    posts.map(({ id }) => ({ postId: id }))
  )
}
