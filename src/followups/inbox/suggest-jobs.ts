import { setTimeout as sleep } from 'node:timers/promises'
import type { types } from '@slack/bolt'
import { errorWords } from '../../errors.ts'
import { checkPermissionOnce } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { idAlone, read } from '../intent/read.ts'
import { viewerStillIn } from '../may-see.ts'
import { isTakenBack } from '../model/followup.ts'
import type { FormPlace } from '../model/followup-form.ts'
import { NOT_CHOSEN } from '../model/setting.ts'
import { jobsSeenBy } from '../stores/seen-store.ts'
import { jobOption, knownJobOption } from '../views/followup-form.ts'
import { whereAsked } from './open-form.ts'

export type JobSearch = { typed: string; userId: string; userTeamId: string; place: FormPlace }

// Slack waits for three seconds, and shows no more than a hundred.
const FOUND_WITHIN_MS = 2_000
const LOOKED_THROUGH = 100
const OFFERED = 20
const DAY_MS = 24 * 3_600_000

/** The jobs of the channel where the form was opened and the person's own, and whatever else may be an id. */
export async function suggestJobs(deps: FollowupDeps, search: JobSearch): Promise<types.PlainTextOption[]> {
  const { userId, userTeamId, place, typed } = search
  if (place.projectId !== deps.projectId) return []
  if (await checkPermissionOnce(deps, whereAsked(deps, { userId, userTeamId, ...place }))) return []
  const found = findKnown(deps, search).catch(error => {
    deps.log.warn({ error: errorWords(error) }, 'Jobs could not be looked up for a form')
    return []
  })
  const known = await Promise.race([found, sleep(FOUND_WITHIN_MS, [], { ref: false })])
  const jobId = idAlone(read(typed, deps))
  const isNew =
    jobId !== undefined && !known.some(({ value }) => value === jobId) && deps.findSecrets(jobId).length === 0
  return [...known, ...(isNew ? [jobOption(jobId, `Use ${jobId}`)] : [])]
}

export async function suggestDefaultJobs(deps: FollowupDeps, search: JobSearch): Promise<types.PlainTextOption[]> {
  const none = search.typed.trim() === '' ? [jobOption(NOT_CHOSEN, 'None')] : []
  return [...none, ...(await suggestJobs(deps, search))]
}

async function findKnown(deps: FollowupDeps, { typed, userId, place }: JobSearch): Promise<types.PlainTextOption[]> {
  const { database, now } = deps
  const viewer = await viewerStillIn(deps, { ...place, userId })
  const { jobs } = await jobsSeenBy(database, viewer, { sinceMs: now() - DAY_MS, skip: 0, most: LOOKED_THROUGH })
  const sought = typed.trim().toLowerCase()
  return jobs
    .filter(({ followup }, at) => jobs.findIndex(other => other.followup.jobId === followup.jobId) === at)
    .filter(({ followup, job }) => {
      const repository = job.record?.source?.repository ?? ''
      const words = isTakenBack(followup) ? '' : followup.prompt
      return [followup.jobId, repository, words].some(one => one.toLowerCase().includes(sought))
    })
    .slice(0, OFFERED)
    .map(seen => knownJobOption(seen, now()))
}
