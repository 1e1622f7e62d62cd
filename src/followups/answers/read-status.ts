import { errorWords } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import type { FollowupDeps, ReadDeps } from '../followup-deps.ts'
import { viewerOf } from '../may-see.ts'
import { statusMessage } from '../messages/status-message.ts'
import { observeJob, type Sighting } from '../moves/observe-job.ts'
import { readUnlessPaused } from '../read-unless-paused.ts'
import type { JobKey } from '../rules/followup.ts'
import type { Reader } from '../rules/reader.ts'
import { troubleKind } from '../rules/seen-job.ts'
import { findHold } from '../stores/hold-store.ts'
import { findJob, lockJob } from '../stores/job-store.ts'
import { instructionsSeenBy } from '../stores/seen-store.ts'

const FOLLOWUPS_SHOWN = 5

/** Reads a job once, for one person who asks where it stands. */
export async function readStatus(
  deps: FollowupDeps,
  { projectId, jobId }: JobKey,
  reader: Reader
): Promise<SlackMessage> {
  const { database, now, log } = deps
  const key = { projectId, jobId }
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
  const seen = await findJob(database, key)
  const job = read.kind === 'job' ? { ...seen, record: read.job, seenAtMs: now() } : seen
  const unread = read.kind === 'job' ? undefined : troubleKind(read)
  const latest = { jobId, untilMs: Math.round(now()), skip: 0, most: FOLLOWUPS_SHOWN }
  const { entries, waits } = await instructionsSeenBy(database, await viewerOf(deps, reader), latest)
  const hold = await findHold(database, key)
  const followups = entries.map(({ followup }) => followup)
  return statusMessage({ jobId, job, unread, hold, followups, waits, reader })
}

/** What one person asked to see is told to everyone whose instruction it concludes. */
async function recordSight(deps: ReadDeps, key: JobKey, sight: Sighting): Promise<void> {
  await deps.database.transaction(async sql => {
    const seen = await lockJob(sql, key)
    await observeJob(deps, sql, key, { seen }, sight)
  })
}
