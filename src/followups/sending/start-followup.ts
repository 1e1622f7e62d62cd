import type { Sql } from '../../database/database.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { slowAnswerId } from '../followup-tasks.ts'
import type { Followup } from '../model/followup.ts'
import { insertFollowups, type NewFollowup } from '../stores/followup-store.ts'
import { lockJob } from '../stores/job-store.ts'
import { cardOf, homeOf, markOf, redraw } from '../views/schedule-views.ts'

export async function startFollowup(deps: FollowupDeps, sql: Sql, given: NewFollowup): Promise<Followup | undefined> {
  const { enqueue, metrics } = deps
  if (given.threadTs === null) return (await startWithoutThread(deps, sql, [given]))[0]
  await lockJob(sql, given)
  const [followup] = await insertFollowups(sql, [given])
  if (followup === undefined) return undefined
  metrics.accepted(sql, 1)
  await enqueue(sql, 'send-followup', { followupId: followup.id })
  await redraw(deps, sql, cardOf(followup), homeOf(followup), markOf(followup))
  return followup
}

const SLOW_AFTER_MS = 2_000

export async function startWithoutThread(deps: FollowupDeps, sql: Sql, given: NewFollowup[]): Promise<Followup[]> {
  const followups = await insertFollowups(sql, given)
  if (followups.length > 0) await scheduleThreads(deps, sql, followups)
  return followups
}

export async function scheduleThreads(
  deps: FollowupDeps,
  sql: Sql,
  followups: Pick<Followup, 'id' | 'teamId' | 'channelId' | 'replyTs'>[]
): Promise<void> {
  const { enqueue, now, metrics } = deps
  metrics.accepted(sql, followups.length)
  const ids = followups.map(({ id }) => ({ followupId: id }))
  await enqueue(sql, 'open-thread', ids)
  const slowMs = now() + SLOW_AFTER_MS
  for (const { id: followupId, ...message } of followups)
    if (message.replyTs !== null) await redraw(deps, sql, markOf(message))
    else await enqueue(sql, 'tell', { followupId, news: 'slow' }, { atMs: slowMs, id: slowAnswerId(followupId) })
}

/** Its first answer address may be used up. Whether its author may still send it is asked as of when they wrote it. */
export function copyFollowup(
  { id: _, ...followup }: Followup,
  replyTs: string | null,
  inLineAtMs: number
): NewFollowup {
  return { ...followup, responseUrl: null, replyTs, inLineAtMs }
}
