import { z } from 'zod'
import { finalStatus } from '../../agent/agent-job.ts'
import { readBudget, readUnlessPaused } from '../../agent/budget.ts'
import { nextLookMs } from '../../agent/looks.ts'
import type { Sql } from '../../database/database.ts'
import { errorWords } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { threadUrl } from '../../slack/slack-text.ts'
import { dropViews } from '../../slack/view-store.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { viewerOf } from '../may-see.ts'
import { isAtWork } from '../model/evidence.ts'
import type { JobKey, ThreadKey } from '../model/followup.ts'
import { homeId } from '../model/message-ids.ts'
import { type Reader, type SeenJob, type Trouble, troubleKind } from '../model/seen.ts'
import { scheduleLook } from '../schedule-look.ts'
import { findJob, lockJob } from '../stores/job-store.ts'
import { findLine, watchedFollowups } from '../stores/line-store.ts'
import { followupsSeenBy, jobsSeenBy, type Viewer } from '../stores/seen-store.ts'
import { findOpenThread } from '../stores/thread-store.ts'
import { addWatch, removeWatch } from '../stores/watch-store.ts'
import { jobListMessage, ON_A_PAGE, type StatusPage, statusMessage, unreadMessage } from '../views/overviews.ts'
import { redraw } from '../views/schedule-views.ts'
import { atRestMessage, jobOfKey, watchMessage } from '../views/watches.ts'
import { observeJob, type Reading } from '../watching/observe-job.ts'

export async function listJobs(deps: FollowupDeps, reader: Reader, skip = 0): Promise<SlackMessage> {
  const { database, projectId, hourlyLimit, now, workspaceUrl } = deps
  const viewer = await viewerOf(deps, reader)
  const seen = await jobsSeenBy(database, viewer, { nowMs: now(), skip, most: ON_A_PAGE })
  const budget = await readBudget(database, { projectId, nowMs: now() }, hourlyLimit)
  return jobListMessage({ ...seen, budget, skip, reader, workspaceUrl })
}

export async function readStatus(deps: FollowupDeps, key: JobKey, reader: Reader): Promise<SlackMessage> {
  const [viewer, seen] = await Promise.all([viewerOf(deps, reader), seeJob(deps, key)])
  return showPage(deps, reader, viewer, { jobId: key.jobId, untilMs: Math.round(deps.now()), skip: 0 }, seen)
}

type Seen = { unread?: Trouble['kind'] } & Partial<Awaited<ReturnType<typeof findJob>>>

async function seeJob(deps: FollowupDeps, key: JobKey): Promise<Seen> {
  const { now, log } = deps
  const { jobId } = key
  const askedAtMs = now()
  const read = await readUnlessPaused(deps, key)
  if (read.kind === 'refused')
    log.warn({ job: jobId, status: read.status }, 'A job could not be read for a status request')
  if (read.kind === 'job') {
    await recordReading(deps, key, { job: read.job, askedAtMs }).catch(error =>
      log.warn(
        { job: jobId, error: errorWords(error) },
        'What a status request found could not be stored; the next look will find it again'
      )
    )
  }
  return read.kind === 'job' ? { record: read.job, seenAtMs: now() } : { unread: troubleKind(read) }
}

/** What one person asked to see is told to everyone whose follow-up it concludes. */
async function recordReading(deps: FollowupDeps, key: JobKey, reading: Reading): Promise<void> {
  await deps.database.transaction(async sql => {
    const seen = await lockJob(sql, key)
    await observeJob(deps, sql, key, { seen }, reading)
  })
}

/** How many of a list a page begins behind. */
export const skipSchema = z.coerce.number().int().min(0).max(1_000_000)

/** Later follow-ups do not move the pages that somebody is reading. */
const pageSchema = z.object({
  untilMs: z.coerce.number(),
  skip: skipSchema,
  jobId: z.string()
})

/** Another page of what the job was told. `value` is what the button carries. The job is not read again for it. */
export async function turnStatus(deps: FollowupDeps, reader: Reader, value: string): Promise<SlackMessage> {
  const [untilMs, skip, jobId] = value.split(' ')
  return showPage(deps, reader, await viewerOf(deps, reader), pageSchema.parse({ untilMs, skip, jobId }))
}

async function showPage(
  deps: FollowupDeps,
  reader: Reader,
  viewer: Viewer,
  page: StatusPage,
  { unread, ...seen }: Seen = {}
): Promise<SlackMessage> {
  const { database, projectId, workspaceUrl } = deps
  const job = { ...(await findJob(database, { projectId, jobId: page.jobId })), ...seen }
  const found = await followupsSeenBy(database, viewer, { ...page, most: ON_A_PAGE })
  return statusMessage({ ...found, ...page, job, unread, reader, workspaceUrl })
}

/** Somebody wants to hear how a job ends, whoever steers it. They are told at once if it is idle. */
export async function watchJob(
  deps: FollowupDeps,
  jobId: string,
  { userId, channelId }: Reader
): Promise<SlackMessage> {
  const { database, projectId, teamId, now } = deps
  const key = { projectId, jobId }
  const askedAtMs = now()
  const read = await readUnlessPaused(deps, key)
  if (read.kind !== 'job') return unreadMessage(troubleKind(read))
  const { job } = read
  return database.transaction(async sql => {
    const seen = await lockJob(sql, key)
    const line = await findLine(sql, key, { nowMs: now(), untilMs: askedAtMs })
    await observeJob(deps, sql, key, { seen, line }, { job, askedAtMs })
    const status = finalStatus(job)
    const watched = await watchedFollowups(sql, key)
    if (status !== undefined && watched.length === 0 && !line.isToCome) return atRestMessage(jobId, status, job)
    const thread = await findOpenThread(sql, { teamId, channelId }, key)
    const isNew = await addJobWatch(deps, sql, { key, userId, thread, record: job })
    if (isNew) await scheduleLook(deps, sql, key, now() + nextLookMs(0, deps.random()))
    return watchMessage(key)
  })
}

/** They want to hear it no longer; also if what they would read is on its way already. False: they had not asked. */
export async function dropJobWatch(deps: FollowupDeps, sql: Sql, about: string, userId: string): Promise<boolean> {
  const { teamId } = deps
  const wasThere = await removeWatch(sql, { ...jobOfKey(about), teamId, userId })
  if (wasThere) await showInHome(deps, sql, userId)
  const wasOnItsWay = await dropViews(sql, { teamId, channelId: userId, about })
  return wasThere || wasOnItsWay
}

type Wanted = { key: JobKey; userId: string; thread: ThreadKey | undefined; record: SeenJob['record'] }

/** False if they have asked already. */
export async function addJobWatch(
  deps: FollowupDeps,
  sql: Sql,
  { key, userId, thread, record }: Wanted
): Promise<boolean> {
  const { teamId, workspaceUrl, now } = deps
  const { projectId, jobId } = key
  const isNew = await addWatch(sql, {
    projectId,
    jobId,
    teamId,
    userId,
    threadUrl: thread ? threadUrl(workspaceUrl, thread) : null,
    sinceMs: now(),
    sawWork: record !== null && isAtWork(record)
  })
  if (isNew) await showInHome(deps, sql, userId)
  return isNew
}

async function showInHome(deps: FollowupDeps, sql: Sql, userId: string): Promise<void> {
  await redraw(deps, sql, { viewId: homeId({ teamId: deps.teamId, userId }) })
}
