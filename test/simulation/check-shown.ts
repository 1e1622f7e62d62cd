import { z } from 'zod'
import { noticeSchema } from '../../src/followups/rules/message-ids.ts'
import { drawCard } from '../../src/followups/tasks/refresh-card.ts'
import { drawNotice } from '../../src/followups/tasks/refresh-notice.ts'
import type { SlackMessage } from '../../src/slack/blocks.ts'
import { asShown } from '../support/as-shown.ts'
import type { SimulatedTeam } from './simulated-team.ts'

const posts = z.array(
  z.object({
    followupId: z.string(),
    kind: z.string(),
    teamId: z.string(),
    channelId: z.string(),
    ts: z.string()
  })
)
type Post = z.output<typeof posts>[number]

/** Every card and notice as it stands in Slack, compared with what the rows say now: a sentence for each that differs. */
export async function findStaleMessages({ slack, database }: SimulatedTeam): Promise<string[]> {
  const posted = posts.parse(
    await database.query(
      `select followup_id as "followupId", substr(id, length(followup_id) + 2) as kind, team_id as "teamId",
         channel_id as "channelId", message_ts as ts
       from followup.post where state = 'posted' and starts_with(channel_id, 'C') and followup_id is not null order by message_ts`
    )
  )
  const stale: string[] = []
  for (const post of posted) {
    const shown = slack.message(post.channelId, post.ts)
    const wanted = await draw(database, post)
    if (shown === undefined || shown.subtype === 'tombstone' || wanted === undefined) continue
    if (toWords(shown) !== toWords(wanted))
      stale.push(`${post.followupId}:${post.kind} shows '${toWords(shown)}' instead of '${toWords(wanted)}'`)
  }
  return stale
}

async function draw(database: SimulatedTeam['database'], post: Post): Promise<SlackMessage | undefined> {
  if (post.kind === 'card') return drawCard(database, { ...post, threadTs: post.ts })
  const notice = noticeSchema.safeParse(post.kind).data
  return notice && drawNotice(database, notice, post.followupId)
}

/** With what the buttons carry. */
const toWords = (message: { text: string; blocks?: unknown[] | undefined }) =>
  [message.text, asShown(message), JSON.stringify(message.blocks).match(/"value":"[^"]*"/g)]
    .join(' / ')
    .replace(/\s+/g, ' ')
