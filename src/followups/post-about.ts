import type { Post } from '../slack/post.ts'
import type { Followup } from './rules/followup.ts'
import { type MessageKind, messageId } from './rules/message-ids.ts'

/** A card, or what is said about a follow-up in its thread, also before that is there. */
export function postAbout(
  { id, teamId, channelId, threadTs }: Pick<Followup, 'id' | 'teamId' | 'channelId' | 'threadTs'>,
  kind: MessageKind,
  message: Post['message']
): Post {
  const awaitsThread = kind !== 'card' && threadTs === null
  const said = awaitsThread ? { ...message, awaitsThread } : message
  return { id: messageId(id, kind), teamId, channelId, threadTs, followupId: id, message: said }
}
