import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type HostAnswer, pullRequestSchema } from '../../github/github.ts'
import { type Followup, isFinished, type Moment } from './followup.ts'

export const followedSchema = z.object({
  projectId: z.string(),
  link: z.string(),
  namedAtMs: z.coerce.number(),
  lookAtMs: z.coerce.number().nullable(),
  seen: pullRequestSchema.nullable().catch(null),
  seenAtMs: z.coerce.number().nullable(),
  trouble: z.string().nullable(),
  checksFollowupId: z.string().nullable()
})

export type FollowedPullRequest = z.output<typeof followedSchema>

export type PullRequestKey = Pick<FollowedPullRequest, 'projectId' | 'link'>

export function pullRequestsOf(followups: Followup[]): PullRequestKey[] {
  const named = followups.flatMap(followup => {
    const link = isFinished(followup) && followup.progress.job.prLink
    return link ? [{ projectId: followup.projectId, link }] : []
  })
  return named.filter(({ link }, at) => named.findIndex(other => other.link === link) === at)
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export const FIRST_LOOK_MS = 10_000

/** The older it is, the less often: after a tenth of its age, for a week. */
const SHARE_OF_AGE = 0.1
const LONGEST_AGE_MS = 7 * 24 * HOUR_MS
const SPREAD = 0.1

export function nextPullRequestLookMs(ageMs: number, random: number): number | undefined {
  if (ageMs >= LONGEST_AGE_MS) return undefined
  const waitMs = Math.min(Math.max(ageMs * SHARE_OF_AGE, MINUTE_MS), HOUR_MS)
  return Math.round(waitMs * (1 + SPREAD * (2 * random - 1)))
}

type AfterLook = {
  next: FollowedPullRequest
  isNews: boolean
  /** Its checks have failed, and nobody was told yet: of all that can become of it, this is what somebody has to act on. */
  mayTell: boolean
}

export function decideAfterLook(
  before: FollowedPullRequest,
  answer: Exclude<HostAnswer, { kind: 'away' }>,
  { nowMs, random }: Moment
): AfterLook {
  const waitMs = nextPullRequestLookMs(nowMs - before.namedAtMs, random)
  const lookAtMs = waitMs === undefined ? null : nowMs + waitMs
  if (answer.kind === 'unreadable')
    return { next: { ...before, trouble: answer.why, lookAtMs }, isNews: false, mayTell: false }

  const { pullRequest: seen } = answer
  const { state, failedChecks } = seen
  // A result that has named it since was told without what had been seen before.
  const isNamedAgain = before.seenAtMs === null || before.seenAtMs < before.namedAtMs
  return {
    next: { ...before, seen, seenAtMs: nowMs, trouble: null, lookAtMs: state === 'merged' ? null : lookAtMs },
    isNews: isNamedAgain || !isDeepStrictEqual(seen, before.seen),
    mayTell: state === 'open' && failedChecks.length > 0 && before.checksFollowupId === null
  }
}
