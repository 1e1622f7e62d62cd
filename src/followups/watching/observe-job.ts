import { isDeepStrictEqual } from 'node:util'
import { type AgentJob, isAtRest } from '../../agent/agent-job.ts'
import type { Sql } from '../../database/database.ts'
import { changeWords, type View } from '../../slack/view-store.ts'
import { recordMoves } from '../change-followup.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { decideWaits } from '../model/decide-send.ts'
import { decideLooks, type InPlay, type Looked } from '../model/decide-watch.ts'
import { type Followup, isFinished, isIn, type JobKey } from '../model/followup.ts'
import { decideJobWatches, isQuietWatch, isTold, type JobWatch, type WatchLook } from '../model/job-watch.ts'
import { homeId, watchDayId, watchOverId } from '../model/message-ids.ts'
import { type SeenJob, timesSeenAgain } from '../model/seen.ts'
import { saveKnowledge } from '../stores/followup-store.ts'
import { saveSeen } from '../stores/job-store.ts'
import { findLine, type Line, type Snapshot } from '../stores/line-store.ts'
import { threadsOfJob } from '../stores/thread-store.ts'
import { saveWatches } from '../stores/watch-store.ts'
import { cardOf, homeOf, redraw, showOnce } from '../views/schedule-views.ts'
import { watchDayMessage, watchOverMessage } from '../views/watches.ts'

export type Reading = { job: AgentJob; askedAtMs: number; isLastCall?: boolean }

export type Known = { seen: SeenJob; line?: Line }

export type Observed = { looks: Looked[]; inPlay: Followup[]; watchLooks: WatchLook[] }

/**
 * What an answer from the agent service says about every follow-up of the job, whoever asked for it. The caller holds the job's
 * lock and passes in what it found there. Undefined: a later answer was already recorded.
 */
export async function observeJob(
  deps: FollowupDeps,
  sql: Sql,
  key: JobKey,
  { seen, line }: Known,
  reading: Reading
): Promise<Observed | undefined> {
  const { job, askedAtMs } = reading
  const nowMs = deps.now()
  const snapshot = line ?? (await findLine(sql, key, { nowMs, untilMs: askedAtMs }))
  const weighed = weighAnswer(deps, { seen, line: snapshot }, reading, nowMs)
  if (weighed === undefined) return undefined
  const { looks, inPlay, watchLooks, isNews } = weighed
  await saveSeen(sql, key, job, nowMs)
  await saveLooks(deps, sql, looks)
  // Also those whose follow-ups never went out say what the job works on, once that is known.
  if (seen.record === null) await redraw(deps, sql, ...(await threadsOfJob(sql, key)).map(cardOf))
  if (isNews) {
    // What waits until the job is idle says beside that whether it is at work.
    const waiting = isAtRest(job) === isAtRest(seen.record ?? {}) ? [] : snapshot.forIdle
    const shown = [...inPlay.filter(followup => isIn(followup, 'watching')), ...waiting]
    await redraw(deps, sql, ...shown.map(cardOf), ...shown.map(homeOf))
  }
  await tellWatchers(deps, sql, watchLooks)
  return { looks, inPlay, watchLooks }
}

/**
 * How soon to look again after an answer that leaves all that is stored or shown as it is; undefined for one that may not. `line` is
 * what was in play when the answer was asked for.
 */
export function decideQuiet(
  deps: FollowupDeps,
  { seen, line }: { seen: SeenJob; line: Snapshot },
  reading: Reading
): number | undefined {
  const nowMs = deps.now()
  const weighed = weighAnswer(deps, { seen, line }, reading, nowMs)
  if (weighed === undefined) return undefined
  const { looks, inPlay, watchLooks, isNews } = weighed
  if (isNews || looks.length !== inPlay.length || !watchLooks.every(isQuietWatch)) return undefined
  // Whether something of ours is about to be sent is only known under the lock.
  const snapshot = { job: reading.job, isGone: false, isLineFree: true, inPlay, nowMs }
  const waits = decideWaits(line.forIdle, { ...snapshot, random: deps.random() })
  if (waits.some(({ before, next }) => before !== next)) return undefined
  const againInMs = soonest([...looks, ...watchLooks, ...waits])
  return Number.isFinite(againInMs) ? againInMs : undefined
}

/** `isNews`: a card could now say something else about the job, or about a follow-up that has not moved. */
function weighAnswer(
  deps: FollowupDeps,
  { seen, line }: { seen: SeenJob; line: Snapshot },
  { job, askedAtMs, isLastCall = false }: Reading,
  nowMs: number
): (Observed & { isNews: boolean }) | undefined {
  const { seenAtMs, record, trouble } = seen
  // A time in the future was written by a wrong clock.
  if (seenAtMs !== null && askedAtMs < seenAtMs && seenAtMs <= nowMs) return undefined
  // One that was sent while the answer was in flight is not in that answer.
  const answered = line.inPlay.filter(({ progress }) => progress.sentAtMs <= askedAtMs)
  const look = { job, nowMs, random: deps.random(), seenBefore: seen }
  const looks = decideLooks(answered, { ...look, isLastCall, lastSent: line.lastSent ?? undefined })
  const watchLooks = decideJobWatches(line.watches, looks, { ...watchMoment(deps, line, nowMs), job, seenBefore: seen })
  const isNews =
    trouble !== null ||
    !isDeepStrictEqual(job, record) ||
    looks.some(({ before, next }) => !isDeepStrictEqual(before.progress, next.progress)) ||
    looks.some(({ before }) => isSeenAtWorkAgain(before, seen, nowMs))
  return { looks, inPlay: afterLooks(line.inPlay, looks), watchLooks, isNews }
}

export const watchMoment = ({ random }: FollowupDeps, { lastSent, isToCome }: Snapshot, nowMs: number) => ({
  lastSentMs: lastSent?.atMs,
  isToCome,
  nowMs,
  random: random()
})

export const soonest = (looks: { againInMs?: number | undefined }[]) =>
  Math.min(...looks.map(({ againInMs = Number.POSITIVE_INFINITY }) => againInMs))

export const afterLooks = (inPlay: InPlay[], looks: Looked[]): Followup[] =>
  inPlay.map(before => looks.find(look => look.before.id === before.id)?.next ?? before)

const isSeenAtWorkAgain = (followup: InPlay, { seenAtMs }: SeenJob, nowMs: number) =>
  isIn(followup, 'watching') &&
  timesSeenAgain(followup.progress.sentAtMs, seenAtMs) !== timesSeenAgain(followup.progress.sentAtMs, nowMs)

/** What people cannot see yet is only saved; the rest is a move, with all that follows from it. */
export async function saveLooks(deps: FollowupDeps, sql: Sql, looks: Looked[]): Promise<void> {
  for (const look of looks) if (!isMove(look)) await saveKnowledge(sql, look.before, look.next)
  await recordMoves(deps, sql, looks.filter(isMove).map(toMove))
}

export const toMove = ({ before, next }: { before: Followup; next: Followup }) => ({ before, after: next })

function isMove({ before, next }: Looked): boolean {
  if (before.progress.state !== next.progress.state) return true
  if (isFinished(before) && isFinished(next)) return before.progress.job !== next.progress.job
  if (!isIn(before, 'watching') || !isIn(next, 'watching')) return false
  const [was, is] = [before.progress, next.progress]
  return was.toldAtMs !== is.toldAtMs || was.dayToldAtMs !== is.dayToldAtMs
}

const directView = (id: string, { teamId, userId }: JobWatch, message: View['message']): View => ({
  id,
  teamId,
  channelId: userId,
  threadTs: null,
  followupId: null,
  message
})

/** Whoever waited to hear how the job ends is told directly, in the transaction in which that is noted: so never twice. */
export async function tellWatchers(deps: FollowupDeps, sql: Sql, looks: WatchLook[]): Promise<void> {
  const news = looks.filter(look => !isQuietWatch(look))
  if (news.length === 0) return
  const there = await saveWatches(
    sql,
    news.flatMap(({ before, next }) => (next ? [] : [before])),
    news.flatMap(({ next }) => next ?? [])
  )
  const told = news.flatMap(({ before, over }) =>
    over && there.has(before.id) ? [{ watch: before, message: watchOverMessage(before, over) }] : []
  )
  const [late, first] = [told.filter(({ watch }) => isTold(watch)), told.filter(({ watch }) => !isTold(watch))]
  const afterDay = news.flatMap(({ before: watch, isAfterDay }) =>
    isAfterDay && there.has(watch.id) ? [directView(watchDayId(watch.id), watch, watchDayMessage(watch))] : []
  )
  const views = first.map(({ watch, message }) => directView(watchOverId(watch.id), watch, message))
  await showOnce(deps, sql, ...views, ...afterDay)
  await redraw(deps, sql, ...first.map(({ watch }) => ({ viewId: homeId(watch) })))
  for (const { watch, message } of late) {
    const viewId = watchOverId(watch.id)
    await changeWords(sql, viewId, message)
    await redraw(deps, sql, { viewId })
  }
}
