import type { FollowupDeps } from '../followup-deps.ts'
import { chatterMessage, onlyStopMessage } from '../messages/reply-answers.ts'
import { dropAsRead } from '../moves/drop-reply.ts'
import type { Chatter } from '../rules/parse-reply.ts'
import type { Thread } from '../rules/thread.ts'
import { keepWords } from '../stores/edit-store.ts'
import type { Reply } from '../stores/reply-store.ts'
import { tell } from '../tell.ts'
import { refusalFor } from './settle-reply.ts'

/**
 * It only says thanks, or stop. Its author is told that it was not sent, and can send it after all. Where nothing could be sent
 * anyway, there is nothing to say about thanks.
 */
export async function takeChatter(
  deps: FollowupDeps,
  reply: Reply,
  thread: Thread,
  { kind, prompt }: Chatter
): Promise<void> {
  const isOpen = thread.projectId === deps.projectId && thread.closedBecause === null
  if (isOpen && !(await refusalFor(deps, reply, prompt))) await offerToSend(deps, reply, thread, kind)
  await deps.database.transaction(sql => dropAsRead(deps, sql, reply))
}

async function offerToSend(
  deps: FollowupDeps,
  reply: Reply,
  { threadTs }: Thread,
  kind: Chatter['kind']
): Promise<void> {
  const { ts, fileCount, userId } = reply
  await keepWords(deps.database, reply, reply.text)
  const kept = { threadTs, ts, fileCount }
  await tell(deps, { userId, place: reply }, kind === 'stop' ? onlyStopMessage(kept) : chatterMessage(kept))
}
