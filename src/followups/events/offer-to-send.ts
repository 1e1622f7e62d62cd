import { z } from 'zod'
import type { SlackMessage } from '../../slack/blocks.ts'
import { dropAsRead } from '../drop-reply.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { chatterMessage, onlyStopMessage, whichOfTwoMessage } from '../messages/reply-answers.ts'
import type { Followup } from '../rules/followup.ts'
import type { Chatter } from '../rules/parse-reply.ts'
import type { Thread } from '../rules/thread.ts'
import { keepWords } from '../stores/edit-store.ts'
import type { Reply } from '../stores/reply-store.ts'
import { tell } from '../tell.ts'

/** Kept in the button itself: nobody but the author can press it. `jobId`: it is for another job than its thread's. */
export const keptSchema = z.object({
  threadTs: z.string(),
  ts: z.string(),
  fileCount: z.number(),
  jobId: z.string().optional()
})

type Kept = z.output<typeof keptSchema>

/** Tells the author that it was not sent, and offers to send it after all. What it says is kept, and follows its edits. */
export async function offerToSend(
  deps: Pick<FollowupDeps, 'database' | 'slack' | 'log'>,
  reply: Reply,
  { threadTs }: Thread,
  kind: Chatter['kind']
): Promise<void> {
  const { ts, fileCount } = reply
  await keepWords(deps.database, reply, reply.text)
  const value = JSON.stringify({ threadTs, ts, fileCount } satisfies Kept)
  await tell(deps, reply, reply.userId, kind === 'stop' ? onlyStopMessage(value) : chatterMessage(value))
}

/** It begins by naming another job than its thread's. Nothing is sent until its author says which one it is for. */
export async function askWhichOfTwo(
  deps: FollowupDeps,
  reply: Reply,
  thread: Thread,
  { text, prompt, otherId }: { text: string; prompt: string; otherId: string }
): Promise<void> {
  const { ts, fileCount } = reply
  await keepWords(deps.database, reply, text)
  await tell(deps, reply, reply.userId, questionOf({ ...thread, ts, fileCount, prompt }, otherId))
  await deps.database.transaction(sql => dropAsRead(deps, sql, reply))
}

/** What the button holds that sends it after all. None without a thread of its own. */
export const keptOf = ({ threadTs, replyTs: ts, fileCount }: Followup): string | undefined =>
  threadTs === null || ts === null ? undefined : JSON.stringify({ threadTs, ts, fileCount } satisfies Kept)

type Asked = Omit<Kept, 'jobId'> & Pick<Followup, 'jobId' | 'prompt'>

export function questionOf({ jobId, prompt, threadTs, ts, fileCount }: Asked, otherId: string): SlackMessage {
  const kept = { threadTs, ts, fileCount } satisfies Kept
  const values = { here: JSON.stringify(kept), there: JSON.stringify({ ...kept, jobId: otherId } satisfies Kept) }
  return whichOfTwoMessage({ jobId, otherId, prompt }, values)
}
