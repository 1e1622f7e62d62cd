import type { Post } from '../slack/post.ts'
import type { Followup } from './rules/followup.ts'
import { type MessageKind, messageId } from './rules/message-ids.ts'

/** What is said about a follow-up in its thread. */
export function postAbout(
  { id, teamId, channelId, threadTs }: Pick<Followup, 'id' | 'teamId' | 'channelId' | 'threadTs'>,
  kind: MessageKind,
  message: Post['message']
): Post {
  return { id: messageId(id, kind), teamId, channelId, threadTs, followupId: id, message }
}
