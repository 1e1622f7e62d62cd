import { z } from 'zod'
import { storableText } from '../../database/storable-text.ts'
import { errorWords, PermanentError, TransientError } from '../../errors.ts'
import { forwardsSchema, withForwards } from '../../slack/attachments.ts'
import { beginsWithMention, decodeSlackText, messageTimeMs, utcTime, visibleText } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { read } from '../intent/read.ts'
import { type Above, type AskedAbove, toAbove } from '../model/above.ts'
import { askedAboveOf, type Followup, isIn } from '../model/followup.ts'
import { loadFollowup, saveBrought } from '../stores/followup-store.ts'
import { lockJob } from '../stores/job-store.ts'
import { cardOf, noticeAbout, redraw } from '../views/schedule-views.ts'

/** So long a send waits for a Slack that does not answer: what it goes out without is said on its card. */
const PATIENCE_MS = 30_000

/** Reads the messages above it before anything else is done: whoever lets it wait sees what would go along. */
export async function readAbove(deps: FollowupDeps, followup: Followup, asked: AskedAbove): Promise<void> {
  const above = await findAbove(deps, followup, asked).catch(error => {
    if (error instanceof TransientError && deps.now() - followup.writtenAtMs < PATIENCE_MS) throw error
    deps.log.warn({ followup: followup.id, error: errorWords(error) }, 'The messages above could not be read')
    return 'unread' as const
  })
  await deps.database.transaction(async sql => {
    await lockJob(sql, followup)
    const current = await loadFollowup(sql, followup.id)
    if (!isIn(current, 'waiting') || askedAboveOf(current) === undefined) return
    await saveBrought(sql, { ...current, brought: { ...current.brought, above } })
    await deps.enqueue(sql, 'send-followup', { followupId: followup.id })
    await redraw(deps, sql, cardOf(current), noticeAbout(current, 'typed'))
  })
}

const MOST_ABOVE = 20
const SAID = ['', 'file_share', 'thread_broadcast', 'bot_message']

const told = storableText.nullish().transform(text => text ?? '')

const page = z.object({
  has_more: z.boolean().default(false),
  messages: z.array(
    z
      .object({
        ts: z.string(),
        text: told,
        user: told,
        username: told,
        team: told,
        bot_profile: z.object({ team_id: told }).nullish(),
        subtype: told,
        attachments: forwardsSchema
      })
      .transform(message => ({ ...message, text: withForwards(message.text, message.attachments) }))
  )
})

type Message = z.output<typeof page>['messages'][number]

async function findAbove(
  deps: FollowupDeps,
  { channelId }: Followup,
  { threadTs, beforeTs }: AskedAbove
): Promise<Above> {
  const { slack, botUserId, findSecrets } = deps
  const { messages, has_more } = page.parse(await slack.repliesBefore(channelId, threadTs, beforeTs))
  if (has_more) throw new PermanentError('A thread is too long to be read')
  const latest = messages
    .filter(({ ts, user, subtype }) => ts < beforeTs && user !== botUserId && SAID.includes(subtype))
    .filter(({ text }) => isForAll(text, botUserId))
    .slice(-MOST_ABOVE)
  const said = await Promise.all(latest.map(message => quote(deps, message, channelId)))
  const by = latest.map(({ user }) => user)
  return toAbove(said.flat(), by, words => findSecrets(words).length > 0)
}

async function quote(deps: FollowupDeps, message: Message, channelId: string): Promise<string[]> {
  // Asked first: it brings their name, too.
  if (!(await isFromHere(deps, message))) return []
  const { user, username, ts, text } = message
  const author = user === '' ? username.replace(/\s+/g, ' ') || 'an app' : `<@${user}>`
  const words = await deps.nameMentions(`${author} (${utcTime(messageTimeMs(ts))}): ${text.trim()}`, channelId)
  return [visibleText(decodeSlackText(words)).replace(/^@/, '')]
}

/** What was said to the bot has gone by itself, or was not to go; what begins with `//` is only for people. */
const isForAll = (text: string, botUserId: string): boolean =>
  !beginsWithMention(text, botUserId) && !['nothing', 'aside'].includes(read(text, { botUserId }).kind)

/** What people and apps of other organisations say stays with them. */
async function isFromHere({ people, teamId }: FollowupDeps, { user, team, bot_profile }: Message): Promise<boolean> {
  if (user === '') return [team, bot_profile?.team_id].every(id => !id || id === teamId)
  const kind = await people.kindOf(user).catch(error => {
    if (error instanceof TransientError) throw error
    return 'outsider' as const
  })
  return kind !== 'outsider' && kind !== 'unknown'
}
