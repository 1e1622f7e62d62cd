import { inOne, type Sql, type Statement } from '../../src/database/database.ts'
import { findPost, isPosting } from '../../src/slack/find-post.ts'
import { addPosts, postMessage } from '../../src/slack/outbox.ts'
import type { Post } from '../../src/slack/post.ts'
import type { SlackClient } from '../../src/slack/slack-client.ts'
import { createTestDatabase } from '../support/test-database.ts'

export const START = Date.UTC(2026, 0, 5, 9)

export function postOf(id: string, changes: Partial<Post> = {}): Post {
  const message = { text: `message ${id}`, blocks: [] }
  return { id, teamId: 'T1', channelId: 'C1', threadTs: null, followupId: 'f_1', message, ...changes }
}

/** The outbox on its own database, on a clock that only the test moves. */
export async function startOutbox(slack: SlackClient) {
  const { database } = await createTestDatabase()
  const clock = { now: START, monotonicMs: 0 }
  const posted: [id: string, ts: string][] = []
  const givenUp: [id: string, code: string][] = []
  const deps = {
    database,
    slack,
    now: () => clock.now,
    monotonicMs: () => clock.monotonicMs,
    findThread: async () => undefined,
    canWait: ({ threadTs }: Post) => threadTs !== null,
    // What the app stores along with it is in the same transaction: the table shows whether it was kept.
    onPosted: (post: Post) => async (sql: Sql, ts: string, parts: Statement[]) => {
      const { text, values } = inOne(parts, { text: 'with nothing as (select) select from write_0' })
      if ((await sql.query(text, values)).length > 0) posted.push([post.id, ts])
    },
    onGivenUp: async (_: unknown, post: Post, code: string) => void givenUp.push([post.id, code])
  }
  return {
    database,
    deps,
    clock,
    posted,
    givenUp,
    add: (post: Post) => database.transaction(sql => addPosts(sql, [post], clock.now)),
    post: (id: string) => postMessage(deps, id),
    async postedTs(id: string) {
      const post = await findPost(database, id)
      return typeof post === 'string' ? undefined : post.messageTs
    },
    isPosting: (channelId: string) => isPosting(database, 'T1', channelId)
  }
}
