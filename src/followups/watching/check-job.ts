import type { ReadResult } from '../../agent/agent-client.ts'
import { closeReads } from '../../agent/budget.ts'
import type { Sql } from '../../database/database.ts'
import { atOnce, createLane } from '../../database/lane.ts'
import { backoffMs } from '../../http/pace.ts'
import { recordMoves } from '../change-followup.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { decideWaits } from '../model/decide-send.ts'
import { decideUnread, isLookedAt, type Looked, lookAfter, stopWatching } from '../model/decide-watch.ts'
import { type Followup, isFinished, isIn, type JobKey } from '../model/followup.ts'
import { decideJobWatches } from '../model/job-watch.ts'
import { isLasting, type SeenJob, type Trouble, troubleKind, type Unread } from '../model/seen.ts'
import { scheduleLook } from '../schedule-look.ts'
import { lockJob, saveTrouble } from '../stores/job-store.ts'
import {
  type DueLook,
  findDueLooks,
  findLine,
  type Line,
  type PlannedLook,
  type QuietLook,
  type Snapshot,
  saveQuietLooks
} from '../stores/line-store.ts'
import { cardOf, redraw } from '../views/schedule-views.ts'
import {
  afterLooks,
  decideQuiet,
  type Observed,
  observeJob,
  saveLooks,
  soonest,
  tellWatchers,
  toMove,
  watchMoment
} from './observe-job.ts'

/** What looks that come together share: one statement before the jobs are read, one transaction after. */
export type LookLanes = {
  find(look: PlannedLook): Promise<DueLook | undefined>
  /** Plans the next look too. False: something else was stored about the job, or is about to be, and nothing was stored. */
  saveQuiet(look: QuietLook): Promise<boolean>
}

export function createLookLanes({ database, enqueue, now, gatherLooks }: FollowupDeps): LookLanes {
  const saveAll = (looks: QuietLook[]) =>
    database.transaction(async sql => {
      const saved = await saveQuietLooks(sql, looks)
      for (const { projectId, jobId, lookNumber, nextAtMs } of looks)
        if (saved.has(jobId))
          await enqueue(sql, 'check-job', { projectId, jobId, lookNumber: lookNumber + 1 }, { atMs: nextAtMs })
      return looks.map(({ jobId }) => saved.has(jobId))
    })
  return {
    find: createLane(looks => findDueLooks(database, looks, now()), atOnce),
    saveQuiet: createLane(saveAll, gatherLooks)
  }
}

const GONE_AFTER_LOOKS = 3
const LEFT_OUT_AGAIN_MS = 5_000

export async function checkJob(
  deps: FollowupDeps & { looks: LookLanes },
  { lookNumber, ...key }: PlannedLook
): Promise<void> {
  const { database, agent, now, random, metrics, looks: together } = deps
  const due = await together.find({ ...key, lookNumber })
  if (due === undefined || !isAwaited(due.line)) return
  if (due.readsClosedUntilMs > now()) {
    // Spread out, so that a project's jobs do not all come back at the same moment.
    const atMs = due.readsClosedUntilMs + Math.round(random() * 2_000)
    return database.transaction(sql => scheduleLook(deps, sql, key, atMs))
  }

  const askedAtMs = now()
  metrics.took('lookLag', askedAtMs - due.lookAtMs)
  const read = await agent.readJob(key)
  const quietMs = read.kind === 'job' ? decideQuiet(deps, due, { job: read.job, askedAtMs }) : undefined
  if (quietMs !== undefined) {
    const seenAtMs = now()
    const nextAtMs = Math.round(seenAtMs + quietMs)
    const quiet = { ...key, lookNumber, lastSeenAtMs: due.seen.seenAtMs, seenAtMs, nextAtMs }
    if (await together.saveQuiet(quiet)) return
  }
  await database.transaction(sql => recordAnswer(deps, sql, { ...key, lookNumber }, { read, askedAtMs }))
}

async function recordAnswer(
  deps: FollowupDeps,
  sql: Sql,
  { lookNumber, ...key }: PlannedLook,
  { read, askedAtMs }: { read: ReadResult; askedAtMs: number }
): Promise<void> {
  const { now, random } = deps
  const seen = await lockJob(sql, key)
  const nowMs = now()
  const trouble = read.kind === 'job' ? null : nextTrouble(seen, read)
  if (trouble) await saveTrouble(sql, key, trouble)
  const line = await findLine(sql, key, { nowMs, untilMs: askedAtMs })
  const observed =
    read.kind === 'job'
      ? await observeJob(deps, sql, key, { seen, line }, { job: read.job, askedAtMs })
      : await endUnread(deps, sql, line, trouble)
  const { looks = [], inPlay = line.inPlay, watchLooks = [] } = observed ?? {}
  const waits = decideWaits(line.forIdle, {
    job: read.kind === 'job' && observed ? read.job : undefined,
    isGone: hasGone(trouble),
    isLineFree: line.first === null,
    inPlay,
    nowMs,
    random: random()
  })
  await recordMoves(deps, sql, waits.map(toMove))
  const waiting = inPlay.filter(isLookedAt)
  await showTrouble(deps, sql, key, { seen, trouble, watched: waiting.filter(one => isIn(one, 'watching')) })
  // What was seen later by somebody else was weighed by them, without planning a look.
  const leftOut = observed ? [] : [{ againInMs: LEFT_OUT_AGAIN_MS }]
  const busyMs = read.kind === 'busy' ? (read.retryAfterMs ?? backoffMs(trouble?.looks ?? 0, random())) : undefined
  const againAtMs = nowMs + (busyMs ?? soonest([...looks, ...watchLooks, ...waits, ...leftOut]))
  if (busyMs !== undefined) await closeReads(sql, key.projectId, againAtMs)
  if (seen.lookNumber === lookNumber && Number.isFinite(againAtMs)) await scheduleLook(deps, sql, key, againAtMs)
}

const isAwaited = ({ inPlay, watches, forIdle }: Snapshot) =>
  inPlay.some(isLookedAt) || watches.length > 0 || forIdle.length > 0

const hasGone = (trouble: Trouble | null) => trouble?.kind === 'unknown job' && trouble.looks >= GONE_AFTER_LOOKS

async function endUnread(deps: FollowupDeps, sql: Sql, line: Line, trouble: Trouble | null): Promise<Observed> {
  const { inPlay, watches } = line
  const nowMs = deps.now()
  const isGone = hasGone(trouble)
  const looks = inPlay.flatMap((before): Looked[] => {
    if (isFinished(before)) return [{ before, ...lookAfter(before, {}, { isOthers: isGone, isLast: false, nowMs }) }]
    if (!isIn(before, 'watching')) return []
    if (isGone) return [{ before, next: stopWatching(before, 'job gone', nowMs), againInMs: undefined }]
    return [{ before, ...decideUnread(before, { nowMs, random: deps.random() }) }]
  })
  await saveLooks(deps, sql, looks)
  const watchLooks = decideJobWatches(watches, looks, { ...watchMoment(deps, line, nowMs), isGone })
  await tellWatchers(deps, sql, watchLooks)
  return { looks, inPlay: afterLooks(inPlay, looks), watchLooks }
}

function nextTrouble({ trouble }: SeenJob, read: Unread): Trouble {
  const kind = troubleKind(read)
  return { kind, looks: trouble?.kind === kind ? trouble.looks + 1 : 1 }
}

type Change = { seen: SeenJob; trouble: Trouble | null; watched: Followup[] }

/** Shows it on the cards, even if none of their follow-ups moved, and in the log. */
async function showTrouble(
  deps: FollowupDeps,
  sql: Sql,
  key: JobKey,
  { seen, trouble, watched }: Change
): Promise<void> {
  if (isLasting(trouble) && !isLasting(seen.trouble))
    deps.log.warn({ job: key.jobId, trouble: trouble?.kind }, 'A job cannot be read')
  if (isLasting(trouble) !== isLasting(seen.trouble)) await redraw(deps, sql, ...watched.map(cardOf))
}
