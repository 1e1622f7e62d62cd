import type { ReadResult } from '../agent/agent-client.ts'
import { closeReads, readsClosedUntilMs } from '../agent/budget.ts'
import { backoffMs } from '../agent/retry-after.ts'
import type { Sql } from '../database/database.ts'
import { decideLook, decideUnread, type Look, stopWatching } from './decide-watch.ts'
import { type In, isIn, type JobKey } from './followup.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { watchedFollowups } from './followup-store.ts'
import { findJob, lasts, lockJob, type SeenJob, saveSeen, saveTrouble, type Trouble } from './job-store.ts'
import { recordMoves } from './record-moves.ts'
import { scheduleLookAt } from './schedule-look.ts'
import { threadsCheckedSince } from './thread-store.ts'

type Deps = Pick<FollowupDeps, 'database' | 'enqueue' | 'agent' | 'now' | 'random' | 'log'>

/** After so many looks in a row a job that is not found is taken to be gone. */
const GONE_AFTER_LOOKS = 3
const LEFT_OUT_AGAIN_MS = 5_000

/** One look at a job, for every follow-up that waits for it. */
export async function checkJob(deps: Deps, key: JobKey, lookNumber: number): Promise<void> {
  const { database, agent, now, random } = deps
  if ((await findJob(database, key)).lookNumber !== lookNumber) return
  if ((await watchedFollowups(database, key)).length === 0) return
  const pausedUntilMs = await readsClosedUntilMs(database, key.projectId)
  if (pausedUntilMs > now()) {
    // Spread, so that a project's jobs do not all come back at the same moment.
    const atMs = pausedUntilMs + Math.round(random() * 2_000)
    return database.transaction(sql => scheduleLookAt(deps, sql, key, atMs))
  }

  const askedAtMs = now()
  const read = await agent.readJob(key)
  await database.transaction(async sql => {
    const seen = await lockJob(sql, key)
    const nowMs = now()
    const trouble = read.kind === 'job' ? null : nextTrouble(seen, read, nowMs)
    if (read.kind === 'job') await saveSeen(sql, key, read.job, nowMs)
    if (trouble) await saveTrouble(sql, key, trouble)

    const followups = (await watchedFollowups(sql, key)).filter(followup => isIn(followup, 'watching'))
    // One that was sent while the answer was under way is not in that answer.
    const watched = followups.filter(followup => followup.progress.sentAtMs <= askedAtMs)
    const looks = watched.map(before => ({ before, ...decide(before, read, trouble, nowMs, random()) }))
    await recordMoves(
      deps,
      sql,
      looks.map(({ before, next }) => ({ before, after: next }))
    )
    await redrawCards(deps, sql, key, { seen, read, trouble, watched })

    // Left out of this look, they still need one.
    const leftOutMs = watched.length < followups.length ? [LEFT_OUT_AGAIN_MS] : []
    let againAtMs =
      nowMs + Math.min(...looks.map(({ againInMs }) => againInMs ?? Number.POSITIVE_INFINITY), ...leftOutMs)
    if (read.kind === 'busy') {
      againAtMs = nowMs + (read.retryAfterMs ?? backoffMs(trouble?.looks ?? 0, random()))
      await closeReads(sql, key.projectId, againAtMs)
    }
    if (seen.lookNumber === lookNumber && Number.isFinite(againAtMs)) await scheduleLookAt(deps, sql, key, againAtMs)
  })
}

function decide(
  before: In<'watching'>,
  read: ReadResult,
  trouble: Trouble | null,
  nowMs: number,
  random: number
): Look {
  if (read.kind === 'job') return decideLook(before, read.job, nowMs, random)
  if (trouble?.kind === 'unknown job' && trouble.looks >= GONE_AFTER_LOOKS) {
    return { next: stopWatching(before, 'job gone', nowMs), againInMs: undefined }
  }
  return decideUnread(before, nowMs, random)
}

function nextTrouble({ trouble }: SeenJob, read: ReadResult, atMs: number): Trouble {
  const kind = troubleKind(read)
  return { kind, looks: trouble?.kind === kind ? trouble.looks + 1 : 1, atMs }
}

function troubleKind(read: ReadResult): Trouble['kind'] {
  if (read.kind === 'busy') return 'busy'
  if (read.kind !== 'refused') return 'unavailable'
  const { reason } = read
  return reason === 'unknown job' || reason === 'key refused' || reason === 'not allowed' ? reason : 'other'
}

type Change = { seen: SeenJob; read: ReadResult; trouble: Trouble | null; watched: In<'watching'>[] }

/** The cards that show something else now, though perhaps none of their follow-ups moved. */
async function redrawCards(
  { enqueue, log }: Deps,
  sql: Sql,
  key: JobKey,
  { seen, read, trouble, watched }: Change
): Promise<void> {
  if (lasts(trouble) && !lasts(seen.trouble))
    log.warn({ job: key.jobId, trouble: trouble?.kind }, 'A job cannot be read')
  const changed =
    lasts(trouble) !== lasts(seen.trouble) || (read.kind === 'job' && read.job.status !== seen.record?.status)
  const lastLookMs = Math.max(seen.seenAtMs ?? 0, seen.trouble?.atMs ?? 0)
  const threads = [...(changed ? watched : []), ...(await threadsCheckedSince(sql, key, lastLookMs))]
  for (const { teamId, channelId, threadTs } of threads) {
    if (threadTs !== null) await enqueue(sql, 'refresh-card', { teamId, channelId, threadTs })
  }
}
