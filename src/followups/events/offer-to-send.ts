import { z } from 'zod'
import type { FollowupDeps } from '../followup-deps.ts'
import { chatterMessage, onlyStopMessage } from '../messages/reply-answers.ts'
import type { Chatter } from '../rules/parse-reply.ts'
import type { Thread } from '../rules/thread.ts'
import { keepWords } from '../stores/edit-store.ts'
import type { Reply } from '../stores/reply-store.ts'
import { tell } from '../tell.ts'

/** Kept in the button itself: nobody but the author can press it. */
export const chatterSchema = z.object({ threadTs: z.string(), ts: z.string(), fileCount: z.number() })

/** Tells the author that it was not sent, and offers to send it after all. What it says is kept, and follows its edits. */
export async function offerToSend(
  deps: Pick<FollowupDeps, 'database' | 'slack' | 'log'>,
  reply: Reply,
  { threadTs }: Thread,
  kind: Chatter['kind']
): Promise<void> {
  const { ts, fileCount } = reply
  await keepWords(deps.database, reply, reply.text)
  const value = JSON.stringify({ threadTs, ts, fileCount } satisfies z.output<typeof chatterSchema>)
  await tell(deps, reply, reply.userId, kind === 'stop' ? onlyStopMessage(value) : chatterMessage(value))
}
