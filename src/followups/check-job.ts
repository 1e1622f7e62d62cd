import type { ReadResult } from '../agent/agent-client.ts'
import { closeReads, readsClosedUntilMs } from '../agent/budget.ts'
import { backoffMs } from '../agent/retry-after.ts'
import type { Sql } from '../database/database.ts'
import { decideLook, decideUnread, type Look, stopWatching } from './decide-watch.ts'
import { type In, isIn, type JobKey } from './followup.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { watchedFollowups } from './followup-store.ts'
import { findJob, lockJob, type SeenJob, saveSeen, saveTrouble, type Trouble } from './job-store.ts'
import { recordMoves } from './record-moves.ts'
import { scheduleLookAt } from './schedule-look.ts'
import { threadsAwaitingLook } from './thread-store.ts'

type Deps = Pick<FollowupDeps, 'database' | 'enqueue' | 'agent' | 'now' | 'random' | 'log'>

/** After so many looks in a row a job that is not found is taken to be gone. */
const GONE_AFTER_LOOKS = 3
/** The card tells of trouble once it has lasted for this many looks. */
export const TROUBLE_SHOWS_AFTER_LOOKS = 3

/** One look at a job, for every follow-up that waits for it. */
export async function checkJob(deps: Deps, key: JobKey, lookNumber: number): Promise<void> {
  const { database, agent, now, random } = deps
  if ((await findJob(database, key)).lookNumber !== lookNumber) return
  if ((await watchedFollowups(database, key)).length === 0) return
  const pausedUntilMs = await readsClosedUntilMs(database, key.projectId)
  if (pausedUntilMs > now()) return again(deps, key, lookNumber, pausedUntilMs + Math.round(random() * 2_000))

  const askedAtMs = now()
  const read = await agent.readJob(key.jobId)
  await database.transaction(async sql => {
    await lockJob(sql, key)
    const seen = await findJob(sql, key)
    const nowMs = now()
    const followups = (await watchedFollowups(sql, key)).filter(followup => isIn(followup, 'watching'))
    // One that was sent while the answer was under way is not in that answer.
    const watched = followups.filter(followup => followup.progress.sentAtMs <= askedAtMs)
    if (read.kind === 'job') await saveSeen(sql, key, read.job, nowMs)
    else await saveTrouble(sql, key, nextTrouble(seen, read))
    const looks = watched.map(followup => ({ followup, look: decide(followup, seen, read, nowMs, random()) }))
    await recordMoves(
      deps,
      sql,
      looks.map(({ followup, look }) => ({ before: followup, after: look.next }))
    )
    await redrawCards(deps, sql, key, seen, read)
    let atMs = nowMs + Math.min(...looks.map(({ look }) => look.againInMs ?? Number.POSITIVE_INFINITY))
    if (read.kind === 'busy') {
      atMs = nowMs + (read.retryAfterMs ?? backoffMs(nextTrouble(seen, read).looks, random()))
      await closeReads(sql, key.projectId, atMs)
    }
    if (seen.lookNumber === lookNumber && Number.isFinite(atMs)) await scheduleLookAt(deps, sql, key, atMs)
  })
}

function decide(followup: In<'watching'>, seen: SeenJob, read: ReadResult, nowMs: number, random: number): Look {
  if (read.kind === 'job') return decideLook(followup, read.job, nowMs, random)
  const { kind, looks } = nextTrouble(seen, read)
  if (kind === 'unknown job' && looks >= GONE_AFTER_LOOKS)
    return { next: stopWatching(followup, 'job gone', nowMs), againInMs: undefined }
  return decideUnread(followup, nowMs, random)
}

function nextTrouble({ trouble }: SeenJob, read: ReadResult): Trouble {
  const kind = troubleKind(read)
  return { kind, looks: trouble?.kind === kind ? trouble.looks + 1 : 1 }
}

function troubleKind(read: ReadResult): Trouble['kind'] {
  if (read.kind !== 'refused') return 'unavailable'
  return read.reason === 'unknown job' || read.reason === 'key refused' || read.reason === 'not allowed'
    ? read.reason
    : 'other'
}

/** The cards that show something else now, though none of their follow-ups moved. */
async function redrawCards(
  { enqueue, log }: Deps,
  sql: Sql,
  key: JobKey,
  seen: SeenJob,
  read: ReadResult
): Promise<void> {
  const troubleShown = (seen.trouble?.looks ?? 0) >= TROUBLE_SHOWS_AFTER_LOOKS
  const troubleShows = read.kind !== 'job' && nextTrouble(seen, read).looks >= TROUBLE_SHOWS_AFTER_LOOKS
  const changed = troubleShown !== troubleShows || (read.kind === 'job' && read.job.status !== seen.record?.status)
  if (troubleShows && !troubleShown) log.warn({ job: key.jobId, trouble: troubleKind(read) }, 'A job cannot be read')
  const threads = await threadsAwaitingLook(sql, key, changed ? 0 : (seen.seenAtMs ?? 0))
  for (const { teamId, channelId, threadTs } of threads)
    await enqueue(sql, 'refresh-card', { teamId, channelId, threadTs })
}

async function again({ database, enqueue }: Deps, key: JobKey, lookNumber: number, atMs: number): Promise<void> {
  await enqueue(database, 'check-job', { ...key, lookNumber }, atMs)
}
