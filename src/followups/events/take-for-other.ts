import { answerQuestion, isInstruction } from '../commands/understand-command.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { answerAtOnce } from '../messages/answer-at-once.ts'
import { whichOfTwoMessage } from '../messages/reply-answers.ts'
import { dropAsRead } from '../moves/drop-reply.ts'
import type { Thread } from '../rules/thread.ts'
import { keepWords } from '../stores/edit-store.ts'
import type { Reply } from '../stores/reply-store.ts'
import { tell } from '../tell.ts'
import type { OtherJob } from './find-other-job.ts'
import { answerReply } from './settle-reply.ts'

type Words = { text: string; prompt: string }

/** It names a job first, or asks about one. A question is answered, as outside a thread. An instruction may be for either. */
export async function takeForOther(
  deps: FollowupDeps,
  reply: Reply,
  thread: Thread,
  { jobId: otherId, command, ...words }: OtherJob & Words
): Promise<void> {
  const asked = answerAtOnce(command)
  if ('blocks' in asked) return answerReply(deps, reply, asked)
  if (isInstruction(asked)) return askWhichOfTwo(deps, reply, thread, { ...words, otherId })
  return answerReply(deps, reply, await answerQuestion(deps, reply, asked))
}

/** Nothing is sent until its author says which job it is for. */
async function askWhichOfTwo(
  deps: FollowupDeps,
  reply: Reply,
  { jobId, threadTs }: Thread,
  { text, prompt, otherId }: Words & { otherId: string }
): Promise<void> {
  const { ts, fileCount, userId } = reply
  await keepWords(deps.database, reply, text)
  await tell(deps, { userId, place: reply }, whichOfTwoMessage({ jobId, otherId, prompt }, { threadTs, ts, fileCount }))
  await deps.database.transaction(sql => dropAsRead(deps, sql, reply))
}
