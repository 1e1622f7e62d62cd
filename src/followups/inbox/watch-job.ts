import { finalStatus } from '../../agent/agent-job.ts'
import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { threadUrl } from '../../slack/slack-text.ts'
import { dropViews } from '../../slack/view-store.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { NO_SIGN_MS, WATCH_AT_REST_MS } from '../model/decide-watch.ts'
import { awaitsLink, isAtWork } from '../model/evidence.ts'
import type { In, JobKey, ThreadKey } from '../model/followup.ts'
import { homeId } from '../model/message-ids.ts'
import type { Reader } from '../model/reader.ts'
import { type SeenJob, troubleKind } from '../model/seen-job.ts'
import { lockJob } from '../stores/job-store.ts'
import { findLine, watchedFollowups } from '../stores/line-store.ts'
import { findOpenThread } from '../stores/thread-store.ts'
import { addWatch, removeWatch } from '../stores/watch-store.ts'
import { unreadMessage } from '../views/overviews.ts'
import { redraw } from '../views/schedule-views.ts'
import { atRestMessage, noWorkYetMessage, watchingMessage, workToComeMessage } from '../views/watches.ts'
import { observeJob } from '../watching/observe-job.ts'
import { readUnlessPaused } from '../watching/read-unless-paused.ts'
import { scheduleLook } from '../watching/schedule-look.ts'

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
    if (isNew) await scheduleLook(deps, sql, key, now())
    return promiseMessage(jobId, { record: job, watched, isToCome: line.isToCome })
  })
}

type Promised = {
  record: SeenJob['record']
  watched: In<'watching'>[]
  /** Something is still to be sent to the job. */
  isToCome?: boolean
}

/** Work that is under way will end; work on what was only sent may never begin. */
export function promiseMessage(jobId: string, { record, watched, isToCome }: Promised): SlackMessage {
  const status = record === null ? undefined : finalStatus(record)
  if (status === undefined || watched.some(({ progress }) => awaitsLink(progress.evidence)))
    return watchingMessage(jobId)
  if (isToCome) return workToComeMessage(jobId, status)
  const isSure = watched.some(({ progress }) => progress.delivery === 'sure')
  return noWorkYetMessage(jobId, { status, isSure, withinMs: isSure ? WATCH_AT_REST_MS : NO_SIGN_MS })
}

/** They want to hear it no longer; also if what they would read is on its way already. False: they had not asked. */
export async function dropJobWatch(deps: FollowupDeps, sql: Sql, jobId: string, userId: string): Promise<boolean> {
  const { projectId, teamId } = deps
  const wasThere = await removeWatch(sql, { projectId, jobId, teamId, userId })
  if (wasThere) await showInHome(deps, sql, userId)
  const wasOnItsWay = await dropViews(sql, { teamId, channelId: userId, about: jobId })
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
