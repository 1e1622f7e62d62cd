import { z } from 'zod'
import { errorWords } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { viewerOf } from '../may-see.ts'
import type { JobKey } from '../model/followup.ts'
import type { Reader } from '../model/reader.ts'
import { type Trouble, troubleKind } from '../model/seen-job.ts'
import { findJob, lockJob } from '../stores/job-store.ts'
import { instructionsSeenBy } from '../stores/seen-store.ts'
import { FOLLOWUPS_ON_A_PAGE, type StatusPage, statusMessage } from '../views/overviews.ts'
import { observeJob, type Sighting } from '../watching/observe-job.ts'
import { readUnlessPaused } from '../watching/read-unless-paused.ts'

/** Reads a job once, for one person who asks where it stands. */
export async function readStatus(deps: FollowupDeps, key: JobKey, reader: Reader): Promise<SlackMessage> {
  const { now, log } = deps
  const { jobId } = key
  const askedAtMs = now()
  const read = await readUnlessPaused(deps, key)
  if (read.kind === 'refused')
    log.warn({ job: jobId, status: read.status }, 'A job could not be read for a status request')
  if (read.kind === 'job') {
    await recordSight(deps, key, { job: read.job, askedAtMs }).catch(error =>
      log.warn(
        { job: jobId, error: errorWords(error) },
        'What a status request found could not be stored; the next look will find it again'
      )
    )
  }
  const seen = read.kind === 'job' ? { record: read.job, seenAtMs: now() } : { unread: troubleKind(read) }
  return showPage(deps, reader, { jobId, untilMs: Math.round(now()), skip: 0 }, seen)
}

/** What one person asked to see is told to everyone whose instruction it concludes. */
async function recordSight(deps: FollowupDeps, key: JobKey, sight: Sighting): Promise<void> {
  await deps.database.transaction(async sql => {
    const seen = await lockJob(sql, key)
    await observeJob(deps, sql, key, { seen }, sight)
  })
}

/** Later follow-ups do not move the pages that somebody is reading. */
const pageSchema = z.object({
  untilMs: z.coerce.number(),
  skip: z.coerce.number().int().min(0).max(1_000_000),
  jobId: z.string()
})

/** Another page of what the job was told. `value` is what the button carries. The job is not read again for it. */
export function turnStatus(deps: FollowupDeps, reader: Reader, value: string): Promise<SlackMessage> {
  const [untilMs, skip, jobId] = value.split(' ')
  return showPage(deps, reader, pageSchema.parse({ untilMs, skip, jobId }))
}

async function showPage(
  deps: FollowupDeps,
  reader: Reader,
  page: StatusPage,
  { unread, ...seen }: { unread?: Trouble['kind'] } & Partial<Awaited<ReturnType<typeof findJob>>> = {}
): Promise<SlackMessage> {
  const { database, projectId, workspaceUrl } = deps
  const job = { ...(await findJob(database, { projectId, jobId: page.jobId })), ...seen }
  const viewer = await viewerOf(deps, reader)
  const found = await instructionsSeenBy(database, viewer, { ...page, most: FOLLOWUPS_ON_A_PAGE })
  return statusMessage({ ...found, ...page, job, unread, reader, workspaceUrl })
}
