import type { AgentJob } from '../../agent/agent-job.ts'
import { readUnlessPaused } from '../../agent/budget.ts'
import type { Sql } from '../../database/database.ts'
import { unlessThere } from '../../errors.ts'
import { changeFollowup } from '../change-followup.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { slowAnswerId, type TaskData } from '../followup-tasks.ts'
import { reject } from '../model/decide-send.ts'
import { awaitsThread, awaitsTurn, type Followup, isIn, type ThreadKey } from '../model/followup.ts'
import { loadFollowup } from '../stores/followup-store.ts'
import { addJob, lockJob } from '../stores/job-store.ts'
import { bindToThread, findThreadless, type ReadyLanes, WAITS_FOR_OTHERS_MS } from '../stores/ready-store.ts'
import { cardOf, homeOf, redraw, showOnce, viewAbout } from '../views/schedule-views.ts'
import { observeJob } from '../watching/observe-job.ts'

type Deps = FollowupDeps & { find: Pick<ReadyLanes, 'threadless'> }

/**
 * The job is read first, so that a mistake leaves nothing in the channel. The card comes before the send, so that a channel that
 * the bot cannot post in costs none; where it wrote a moment ago, and the card has to wait for its turn, the send goes ahead of it.
 */
export async function openThread(deps: Deps, { followupId }: TaskData<'open-thread'>): Promise<void> {
  const { database, find, now } = deps
  const found = await find.threadless({ id: followupId, nowMs: Math.round(now()) })
  const { followup, readsClosedUntilMs } = found
  if (!awaitsThread(followup)) return
  const needsCard = !found.hasCard && found.openThreadTs === null && isFirst(deps, followup, found.firstId)
  if (!needsCard && (await database.transaction(sql => lockAndSettle(deps, sql, followup))).isSettled) return

  const askedAtMs = now()
  const read = await readUnlessPaused(deps, followup, readsClosedUntilMs)
  if (needsCard && found.isJobNew && read.kind === 'job' && (await openFirstCard(deps, found, read.job))) return
  await database.transaction(async sql => {
    const { seen, found, isSettled } = await lockAndSettle(deps, sql, followup)
    if (isSettled) return
    if (read.kind === 'job') await observeJob(deps, sql, followup, { seen }, { job: read.job, askedAtMs })
    if (read.kind !== 'refused' || !isIn(found.followup, 'waiting')) return openCard(deps, sql, found)
    await changeFollowup(deps, sql, followup, (current, { nowMs }) => reject(current, read, nowMs))
  })
}

/** The first of those typed since then. One that was typed earlier waits for nobody. */
const isFirst = (deps: Pick<Deps, 'now'>, { id, inLineAtMs }: Followup, firstId: string | null) =>
  (firstId ?? id) === id || inLineAtMs <= deps.now() - WAITS_FOR_OTHERS_MS

async function lockAndSettle(deps: Deps, sql: Sql, { id, ...job }: Followup) {
  const seen = await lockJob(sql, job)
  const found = await findThreadless(sql, { id, nowMs: Math.round(deps.now()) })
  return { seen, found, isSettled: await trySettle(deps, sql, found) }
}

type Found = Awaited<ReturnType<typeof findThreadless>>

/** It is as good as settled, too, where an earlier one is about to open the thread and comes back for it. */
async function trySettle(deps: Deps, sql: Sql, found: Found): Promise<boolean> {
  const { followup, hasCard, openThreadTs, firstId } = found
  if (!awaitsThread(followup)) return true
  if (openThreadTs !== null && !hasCard) {
    await goOnIn(deps, sql, followup, { ...followup, threadTs: openThreadTs })
    return true
  }
  if (!hasCard && isFirst(deps, followup, firstId)) return false
  const followupId = followup.id
  if (!hasCard) await deps.enqueue(sql, 'open-thread', { followupId }, { atMs: deps.now() + WAITS_FOR_OTHERS_MS })
  await goAhead(deps, sql, found)
  return true
}

async function goAhead({ enqueue }: Deps, sql: Sql, { followup, goesAhead }: Found): Promise<void> {
  if (goesAhead && awaitsTurn(followup)) await enqueue(sql, 'send-followup', { followupId: followup.id })
}

async function goOnIn(deps: Deps, sql: Sql, followup: Followup, { threadTs }: ThreadKey) {
  const { enqueue, dropTask } = deps
  const followupId = followup.id
  await bindToThread(sql, followupId, threadTs)
  const bound = await loadFollowup(sql, followupId)
  await showOnce(deps, sql, viewAbout(bound, 'typed'))
  await enqueue(sql, 'send-followup', { followupId })
  await redraw(deps, sql, cardOf(bound), homeOf(bound))
  await enqueue(sql, 'tell', { followupId, news: 'in a thread' })
  await dropTask(sql, slowAnswerId(followupId))
}

/** The first card about a job, stored with the job itself. False: somebody was faster. */
function openFirstCard(deps: Deps, found: Found, job: AgentJob): Promise<boolean> {
  const { database, now } = deps
  return unlessThere(
    database.transaction(async sql => {
      await addJob(sql, found.followup, job, now())
      await openCard(deps, sql, found)
      return true
    })
  )
}

async function openCard(deps: Deps, sql: Sql, found: Found): Promise<void> {
  const { followup } = found
  await showOnce(deps, sql, viewAbout(followup, 'card'))
  await goAhead(deps, sql, found)
  await redraw(deps, sql, homeOf(followup))
}
