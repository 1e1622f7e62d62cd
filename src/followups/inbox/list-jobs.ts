import { readBudget } from '../../agent/budget.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { viewerOf } from '../may-see.ts'
import type { Reader } from '../model/reader.ts'
import { jobsSeenBy } from '../stores/seen-store.ts'
import { JOBS_ON_A_PAGE, jobListMessage } from '../views/overviews.ts'

const DAY_MS = 24 * 3_600_000

/** The jobs of this channel, and those that somebody steers elsewhere. */
export async function listJobs(deps: FollowupDeps, reader: Reader, skip = 0): Promise<SlackMessage> {
  const { database, projectId, hourlyLimit, now, workspaceUrl } = deps
  const viewer = await viewerOf(deps, reader)
  const seen = await jobsSeenBy(database, viewer, { sinceMs: now() - DAY_MS, skip, most: JOBS_ON_A_PAGE })
  const budget = await readBudget(database, { projectId, nowMs: now() }, hourlyLimit)
  return jobListMessage({ ...seen, budget, skip, reader, workspaceUrl })
}
