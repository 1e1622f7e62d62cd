import type { SlackMessage } from '../../slack/blocks.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { guardWords } from '../guard-words.ts'
import { refusedMessage } from '../messages/private-messages.ts'
import type { RefusalCause } from '../rules/decide-who-may.ts'
import { type Followup, threadOfAuthor } from '../rules/followup.ts'
import { parseReplyTo } from '../rules/parse-reply.ts'
import { withoutWhen } from '../rules/parse-when.ts'
import { type Edit, type EditSource, undoEdit } from '../stores/edit-store.ts'
import { findByReply } from '../stores/followup-store.ts'
import { findOpenReply, type ReplyKey } from '../stores/reply-store.ts'
import { tell } from '../tell.ts'

type Source = EditSource & { refused: RefusalCause | 'not told' | undefined }

/**
 * What was written before stays as it is, and its author hears why: they may no longer use the bot, or it holds a secret. False:
 * neither.
 */
export async function refuseEdit(deps: FollowupDeps, key: ReplyKey, edit: Edit, source: Source): Promise<boolean> {
  const { database } = deps
  const { teamId, channelId, ts } = key
  const open = await findOpenReply(database, key)
  const sent = open ? undefined : await findByReply(database, teamId, channelId, ts)
  const message = (sent && refusalOf(deps, sent, edit, source)) ?? guardWords(deps, 'edit', edit.text)
  if (message === undefined) return false
  const userId = sent?.requesterId ?? open?.userId ?? source.userId
  const threadTs = (sent && threadOfAuthor(sent)) ?? open?.threadTs ?? source.threadTs
  const place = { channelId, ...(threadTs && threadTs !== ts && { threadTs }) }
  if (userId) await tell(deps, { userId, place }, message)
  await undoEdit(database, key, edit)
  return true
}

/** A reply that is still open is refused when it is read. Words that were taken while its author still might are no news. */
function refusalOf(
  { botUserId }: FollowupDeps,
  { jobId, prompt, replyTs }: Followup,
  { text }: Edit,
  { refused, threadTs }: Source
): SlackMessage | undefined {
  const meaning = parseReplyTo(jobId, { text, botUserId, isRequest: threadTs === replyTs })
  const isNews = meaning.kind === 'instruction' && withoutWhen(meaning.prompt) !== prompt
  return isNews && refused && refused !== 'not told' ? refusedMessage(refused, meaning.prompt) : undefined
}
