import { z } from 'zod'
import type { Sql } from '../database/database.ts'
import { forgetOldDeliveries } from '../slack/delivery-store.ts'
import { latePosts } from '../slack/outbox.ts'
import { decideAfterCrash } from './decide-send.ts'
import { isIn } from './followup.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { findFollowup, overdueInLine } from './followup-store.ts'
import { lockJob } from './job-store.ts'
import { recordMoves } from './record-moves.ts'
import { lateReplies } from './reply-store.ts'
import { scheduleLookAt } from './schedule-look.ts'

const LATE_MS = 2 * 60_000
const SURELY_OVER_MS = 10 * 60_000

/**
 * What waits has a task that will come back to it, stored in the same transaction. Should one be lost all the same, this finds
 * what is long overdue and gives it a new one: a task too many is harmless.
 */
export async function mendLostWork(deps: FollowupDeps): Promise<void> {
  const { database, enqueue, now, log } = deps
  const lateMs = now() - LATE_MS
  const looks = await lateLooks(database, lateMs)
  for (const key of looks) await database.transaction(sql => scheduleLookAt(deps, sql, key, now()))
  const sends = await overdueInLine(database, { lateMs, sentLateMs: now() - SURELY_OVER_MS })
  for (const { id, state } of sends) {
    if (state === 'sending') await endLateSend(deps, id)
    else await enqueue(database, 'send-followup', { followupId: id })
  }
  const posts = await latePosts(database, lateMs)
  for (const postId of posts) await enqueue(database, 'post-message', { postId })
  const replies = await lateReplies(database, now() - SURELY_OVER_MS)
  for (const key of replies) await enqueue(database, 'forward-reply', key)
  const found = { looks: looks.length, sends: sends.length, posts: posts.length, replies: replies.length }
  if (Object.values(found).some(count => count > 0)) log.warn(found, 'Overdue work was given a new task')
  await forgetOldDeliveries(database, now())
}

async function lateLooks(sql: Sql, lateMs: number) {
  const rows = await sql.query(
    `select project_id as "projectId", job_id as "jobId" from followup.job as job where look_at_ms < $1
     and exists (select from followup.followup as waiting where waiting.project_id = job.project_id
       and waiting.job_id = job.job_id and waiting.state = 'watching')`,
    [lateMs]
  )
  return z.array(z.object({ projectId: z.string(), jobId: z.string() })).parse(rows)
}

async function endLateSend(deps: FollowupDeps, id: string): Promise<void> {
  await deps.database.transaction(async sql => {
    const followup = await findFollowup(sql, id)
    if (followup === undefined) return
    await lockJob(sql, followup)
    const before = await findFollowup(sql, id)
    if (before && isIn(before, 'sending')) await recordMoves(deps, sql, [{ before, after: decideAfterCrash(before) }])
  })
}
