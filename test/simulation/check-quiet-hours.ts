import { z } from 'zod'
import type { Notes } from './day-notes.ts'
import type { SimulatedTeam } from './simulated-team.ts'
import { isQuietAt } from './words-for-when.ts'

const posts = z.array(
  z.object({
    id: z.string(),
    userId: z.string(),
    ts: z.string(),
    addedAtMs: z.coerce.number(),
    writtenAtMs: z.coerce.number().nullable()
  })
)
const ANSWERS_WITHIN_MS = 10 * 60_000

/** What the bot wrote to somebody on its own in their quiet hours: a sentence for each. */
export async function findNewsInQuietHours({ database }: SimulatedTeam, notes: Notes): Promise<string[]> {
  const told = posts.parse(
    await database.query(
      `select post.id, post.channel_id as "userId", message_ts as ts, added_at_ms as "addedAtMs", written_at_ms as "writtenAtMs"
       from followup.post left join followup.followup on followup.id = followup_id
       where starts_with(post.channel_id, 'U') and post.state = 'posted' and message_ts is not null`
    )
  )
  return told.flatMap(({ id, userId, ts, addedAtMs, writtenAtMs }) => {
    const atMs = Number(ts) * 1_000
    // What is held when somebody changes their quiet hours goes by the old ones or by the new ones.
    const wereChanged = notes.choices.some(
      choice => choice.place === userId && choice.atMs >= addedAtMs && choice.atMs <= atMs
    )
    const isAnswer = writtenAtMs !== null && atMs - writtenAtMs < ANSWERS_WITHIN_MS
    const quiet = notes.chosen(userId, 'quiet', atMs)
    if (quiet === undefined || wereChanged || isAnswer || !isQuietAt(quiet, atMs)) return []
    return [`${id} was told at ${new Date(atMs).toISOString()}, in the quiet hours ${quiet}`]
  })
}
