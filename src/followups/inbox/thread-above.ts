import { z } from 'zod'
import { storableText } from '../../database/storable-text.ts'
import { LIMITS } from '../../slack/blocks.ts'
import { decodeSlackText, visibleText } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { type ThreadAbove, toAbove, type Whose } from '../model/followup-form.ts'

const MOST = 20

const page = z.object({
  has_more: z.boolean().default(false),
  messages: z.array(
    z.object({
      ts: z.string(),
      text: storableText.default(''),
      user: z.string().optional(),
      bot_id: z.string().optional(),
      subtype: z.string().optional()
    })
  )
})

const BY_PEOPLE = [undefined, 'file_share', 'thread_broadcast']

type Place = { channelId: string; ts: string; threadTs: string }

/** What people said in the thread before this message. In a thread that is too long to be read at once, nothing. */
export async function readThreadAbove(deps: FollowupDeps, { channelId, ts, threadTs }: Place): Promise<ThreadAbove> {
  if (ts === threadTs) return {}
  const { messages, has_more } = page.parse(await deps.slack.repliesBefore({ channelId, threadTs }, ts))
  if (has_more) return {}
  const byPeople = messages.flatMap(({ user, bot_id, subtype, text, ...message }) =>
    user && !bot_id && BY_PEOPLE.includes(subtype) && text.trim() !== '' && message.ts < ts ? [{ user, text }] : []
  )
  // Who said it is asked for before whom they mention.
  const latest = byPeople
    .slice(-MOST)
    .map(message => ({ ...message, author: deps.nameMentions(`<@${message.user}>`, channelId) }))
  const said = await Promise.all(latest.map(message => quote(deps, message, channelId)))
  const own = toAbove(said, 'own', LIMITS.sectionText)
  const others = toAbove(said, 'others', LIMITS.sectionText)
  return { ...(own && { own }), ...(others && { others }) }
}

type Said = { user: string; author: Promise<string>; text: string }

async function quote({ people, nameMentions }: FollowupDeps, { user, text, ...said }: Said, channelId: string) {
  const [kind, author, named] = await Promise.all([
    people.kindOf(user).catch(() => 'outsider' as const),
    said.author,
    nameMentions(text, channelId)
  ])
  const whose: Whose = kind === 'outsider' || kind === 'unknown' ? 'others' : 'own'
  const words = visibleText(decodeSlackText(`${author}: ${named}`))
    .replace(/^@/, '')
    .trim()
  // Nobody’s second line passes for what somebody else said.
  const [first = '', ...more] = words.split('\n')
  return { whose, words: [first, ...more.map(line => `| ${line}`.trimEnd())].join('\n') }
}
