import type { ReadResult } from '../agent/agent-results.ts'
import { errorWords } from '../errors.ts'
import type { SlackMessage } from '../slack/blocks.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { type Reader, statusMessage } from './messages/status-message.ts'
import { observeJob, type Sighting } from './observe-job.ts'
import { readUnlessPaused } from './read-unless-paused.ts'
import type { JobKey } from './rules/followup.ts'
import { followupsOfJob } from './stores/followup-store.ts'
import { findJob, lockJob } from './stores/job-store.ts'

type Deps = Pick<
  FollowupDeps,
  'database' | 'enqueue' | 'agent' | 'now' | 'random' | 'log' | 'watchAtRestMs' | 'resultsInChannel'
>

const FOLLOWUPS_SHOWN = 5

/** Reads a job once, for one person who asks where it stands. */
export async function readStatus(deps: Deps, { projectId, jobId }: JobKey, reader: Reader): Promise<SlackMessage> {
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
  const followups = await followupsOfJob(database, key, FOLLOWUPS_SHOWN)
  return statusMessage({ jobId, job, unread: unreadWords(read), followups, reader })
}

/** What one person asked to see is told to everyone whose instruction it concludes. */
async function recordSight(deps: Deps, key: JobKey, sight: Sighting): Promise<void> {
  await deps.database.transaction(async sql => {
    const seen = await lockJob(sql, key)
    await observeJob(deps, sql, key, { seen }, sight)
  })
}

function unreadWords(read: ReadResult): string | undefined {
  if (read.kind === 'job') return undefined
  if (read.kind === 'busy') return 'The agent service asked me to wait. Try again in a minute.'
  if (read.kind === 'unavailable') return 'The agent service is not answering just now. Try again in a minute.'
  if (read.reason === 'unknown job') return 'There is no such job in this project. Check the id.'
  if (read.reason === 'key refused') return 'The agent service refuses this bot’s key: the operator has to renew it.'
  if (read.reason === 'not allowed')
    return 'The agent service does not let this bot’s key read the job: the operator has to look into it.'
  return 'The agent service does not let me read the job. Tell the operator of this bot.'
}
