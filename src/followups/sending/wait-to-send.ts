import type { Sql } from '../../database/database.ts'
import { changeFollowup } from '../change-followup.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { isIdle, release, startWaiting } from '../model/decide-wait.ts'
import { type Followup, isIn, waitOf } from '../model/followup.ts'
import type { SeenJob } from '../model/seen-job.ts'
import { firstInLine } from '../stores/line-store.ts'
import { findLine } from '../stores/sent-store.ts'
import { observeJob } from '../watching/observe-job.ts'
import { readUnlessPaused } from '../watching/read-unless-paused.ts'
import { releaseDue } from './release-due.ts'

/** What was written earlier may have waited for something else since: it is not too old to go out. */
const PLACE_KEPT_MS = 3_600_000

/** What is to go out later begins to wait, or its time has come. What waits until its job is idle is left to the looks at it. */
export async function waitToSend(deps: FollowupDeps, followup: Followup, readsClosedUntilMs: number): Promise<void> {
  const wait = waitOf(followup)
  if (isIn(followup, 'waiting')) return followup.progress.wait.what === 'idle' ? undefined : releaseDue(deps, followup)
  if (wait?.what === 'idle') return waitUntilIdle(deps, followup, readsClosedUntilMs)
  return begin(deps, followup, async (_, now, { nowMs }) => {
    if (wait === undefined) return undefined
    return wait.atMs <= nowMs ? release(now, wait.atMs) : startWaiting(now, wait, nowMs)
  })
}

/** A job that is idle already is not waited for. What a refusal means, the looks find out. */
async function waitUntilIdle(deps: FollowupDeps, followup: Followup, readsClosedUntilMs: number): Promise<void> {
  const askedAtMs = deps.now()
  const read = await readUnlessPaused(deps, followup, readsClosedUntilMs)
  return begin(deps, followup, async (sql, now, { seen, nowMs }) => {
    const line = await findLine(sql, followup, { nowMs, untilMs: askedAtMs })
    const observed =
      read.kind === 'job'
        ? await observeJob(deps, sql, followup, { seen, line }, { job: read.job, askedAtMs })
        : undefined
    // It is in the line itself until it waits.
    const { inLineAtMs } = now
    const next = await firstInLine(sql, followup, [followup.id])
    const isNextAhead = next !== undefined && (line.first?.id === next.id || next.inLineAtMs < inLineAtMs)
    const isLineFree = line.forIdle.length === 0 && !isNextAhead
    const job = read.kind === 'job' && observed ? read.job : undefined
    const mayGo = isIdle({ job, isLineFree, inPlay: observed?.inPlay ?? [], nowMs })
    if (!mayGo) return startWaiting(now, { what: 'idle' }, nowMs)
    // What was written after it stays behind it, even if that comes in only now.
    const lineMs = Math.max(inLineAtMs, nowMs - PLACE_KEPT_MS)
    return release(now, next ? Math.min(next.inLineAtMs - 1, lineMs) : lineMs)
  })
}

type Decide = (sql: Sql, now: Followup, locked: { seen: SeenJob; nowMs: number }) => Promise<Followup | undefined>

/** Unless somebody changed it meanwhile: then another task is on its way. */
async function begin(deps: FollowupDeps, followup: Followup, decide: Decide): Promise<void> {
  await deps.database.transaction(async sql => {
    await changeFollowup(deps, sql, followup, async (now, locked) =>
      now.version === followup.version ? decide(sql, now, locked) : undefined
    )
  })
}
