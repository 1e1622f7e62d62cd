import type { Sql } from '../../src/database/database.ts'
import { carryOut, inOne, type Statement } from '../../src/database/database.ts'
import { type OutboxDeps, postView } from '../../src/slack/outbox.ts'
import { addViews, findView, isPosting, type View, wordsOf } from '../../src/slack/view-store.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { createMemorySlack } from './memory-slack.ts'

export const START = Date.UTC(2026, 0, 5, 9)

export function postOf(id: string, changes: Partial<View> = {}): View {
  const message = { text: `message ${id}`, blocks: [] }
  return { id, teamId: 'T1', channelId: 'C1', threadTs: null, followupId: 'f_1', message, ...changes }
}

/** The outbox on its own database, with a Slack in memory, on a clock that only the test moves. */
export async function startOutbox() {
  const memory = createMemorySlack()
  const { slack } = memory
  const { database } = await createTestDatabase()
  const clock = { now: START, monotonicMs: 0 }
  const posted: [id: string, ts: string][] = []
  const givenUp: [id: string, code: string][] = []
  const deps = {
    database,
    slack,
    now: () => clock.now,
    monotonicMs: () => clock.monotonicMs,
    draw: async (view: Pick<View, 'message'>, ...changes: Statement[]) => ({
      wanted: wordsOf(view),
      changed: await carryOut(database, ...changes)
    }),
    findThread: async () => undefined,
    canWait: ({ threadTs }: View) => threadTs !== null,
    // What the app stores along with it is in the same transaction: the table shows whether it was kept.
    onPosted: (post: View) => async (sql: Sql, ts: string, parts: Statement[]) => {
      const { text, values } = inOne(parts, { text: 'with nothing as (select) select from write_0' })
      if ((await sql.query(text, values)).length > 0) posted.push([post.id, ts])
    },
    onGivenUp: async (_: unknown, post: View, code: string) => void givenUp.push([post.id, code])
  }
  return {
    ...memory,
    database,
    deps,
    clock,
    posted,
    givenUp,
    add: (post: View) => database.transaction(sql => addViews(sql, [post], clock.now)),
    async post(id: string, through: OutboxDeps = deps) {
      const view = await findView(database, id)
      if (view) await postView(through, view)
    },
    async postedTs(id: string) {
      return (await findView(database, id))?.messageTs ?? undefined
    },
    isPosting: (channelId: string) => isPosting(database, 'T1', channelId)
  }
}
