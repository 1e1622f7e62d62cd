import { z } from 'zod'
import type { Sql } from '../database/database.ts'
import { decideAfterCrash } from './decide-send.ts'
import { stopWatching } from './decide-watch.ts'
import { type Followup, isIn, moveTo } from './followup.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { findFollowup, watchedFollowups } from './followup-store.ts'
import { taskData } from './followup-tasks.ts'
import { lockJob } from './job-store.ts'
import { parseReply } from './parse-reply.ts'
import { brokenReplyMessage } from './private-messages.ts'
import { recordMoves } from './record-moves.ts'
import { scheduleLook } from './schedule-look.ts'

const aboutFollowup = z.object({ followupId: z.string() })

/** A task was given up: whoever waits for what it should have done is told, once, so that nothing waits for ever. */
export async function giveUpTask(deps: FollowupDeps, task: string, data: unknown): Promise<void> {
  if (task === 'forward-reply') return giveUpReply(deps, data)
  await deps.database.transaction(async sql => {
    for (const before of await waitingFor(sql, task, data)) {
      await lockJob(sql, before)
      await recordMoves(deps, sql, [{ before, after: ended(before, deps.now()) }])
      if (isIn(before, 'sending')) await scheduleLook(deps, sql, before, before.progress.sinceMs)
      if (before.threadTs === null) await deps.enqueue(sql, 'tell-cannot-post', { followupId: before.id, code: 'bug' })
    }
  })
}

async function waitingFor(sql: Sql, task: string, data: unknown): Promise<Followup[]> {
  if (task === 'check-job') return watchedFollowups(sql, taskData['check-job'].parse(data))
  if (task !== 'send-followup' && task !== 'post-message') return []
  const id = task === 'send-followup' ? aboutFollowup.parse(data).followupId : cardOwner(data)
  const followup = id === undefined ? undefined : await findFollowup(sql, id)
  return followup && isIn(followup, 'accepted', 'held', 'sending') ? [followup] : []
}

/** The follow-up whose card the given up post is; any other message is missed by nobody but the log. */
function cardOwner(data: unknown): string | undefined {
  return /^(.+):card$/.exec(taskData['post-message'].parse(data).postId)?.[1]
}

function ended(before: Followup, nowMs: number): Followup {
  if (isIn(before, 'watching')) return stopWatching(before, 'bug', nowMs)
  // It may have been sent: it is watched like any other whose answer never came.
  if (isIn(before, 'sending')) return decideAfterCrash(before)
  return moveTo<'rejected'>(before, { state: 'rejected', reason: 'bug', atMs: nowMs })
}

async function giveUpReply({ slack, botUserId }: FollowupDeps, data: unknown): Promise<void> {
  const { reply } = taskData['forward-reply'].parse(data)
  const meaning = parseReply(reply.text, botUserId)
  if (meaning.kind === 'instruction') await slack.tellPrivately(reply, reply.userId, brokenReplyMessage(meaning.prompt))
}
