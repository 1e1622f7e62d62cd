import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type HostAnswer, type PullRequest, pullRequestSchema } from '../../github/github.ts'
import { type Followup, isIn } from './followup.ts'

// What becomes of a pull request once its result was told.

export const followedSchema = z.object({
  projectId: z.string(),
  link: z.string(),
  namedAtMs: z.coerce.number(),
  lookAtMs: z.coerce.number().nullable(),
  seen: pullRequestSchema.nullable().catch(null),
  seenAtMs: z.coerce.number().nullable(),
  memo: z.unknown(),
  trouble: z.string().nullable(),
  checksFollowupId: z.string().nullable()
})

export type FollowedPullRequest = z.output<typeof followedSchema>

export type PullRequestKey = Pick<FollowedPullRequest, 'projectId' | 'link'>

/** The link in its result. */
export const namedBy = (followup: Followup) => (isIn(followup, 'finished') ? followup.progress.job.prLink : undefined)

/** Those that the results of these name, each once. */
export function pullRequestsOf(followups: Followup[]): PullRequestKey[] {
  const named = followups.flatMap(followup => {
    const link = namedBy(followup)
    return link ? [{ projectId: followup.projectId, link }] : []
  })
  return named.filter(({ link }, at) => named.findIndex(other => other.link === link) === at)
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export const FIRST_LOOK_MS = 10_000

/** Up to each age, how long it is from one look to the next. */
const WAITS = [
  { untilMs: 10 * MINUTE_MS, waitMs: MINUTE_MS },
  { untilMs: HOUR_MS, waitMs: 5 * MINUTE_MS },
  { untilMs: 6 * HOUR_MS, waitMs: 15 * MINUTE_MS },
  { untilMs: 7 * 24 * HOUR_MS, waitMs: HOUR_MS }
]
/** One that is closed may be reopened, and one that cannot be read may be opened to us: neither is in a hurry. */
const CLOSED_WAIT_MS = HOUR_MS
const UNREAD_WAIT_MS = 15 * MINUTE_MS
/** A tenth longer or shorter by chance, so that they do not all come at once. */
const SPREAD = 0.1

type Moment = { nowMs: number; random: number }

/** When to look again, so long after a result named it. Undefined: no more. */
export function nextPullRequestLookMs(ageMs: number, leastMs: number, random: number): number | undefined {
  const wait = WAITS.find(({ untilMs }) => ageMs < untilMs)
  return wait && Math.round(Math.max(wait.waitMs, leastMs) * (1 + SPREAD * (2 * random - 1)))
}

/** What results and cards say of it: nothing of checks that run or pass. */
const shownOf = (seen: PullRequest | null) =>
  seen && {
    title: seen.title,
    state: seen.state,
    isReviewAsked: seen.isReviewAsked,
    hasFailed: seen.checks === 'failed'
  }

export type AfterLook = {
  next: FollowedPullRequest
  /** Messages that name it may have to show something else. */
  isNews: boolean
  /** Its checks have failed, and nobody was told yet: of all that can become of it, this is what somebody has to act on. */
  mayTell: boolean
}

export function decideAfterLook(
  before: FollowedPullRequest,
  answer: Exclude<HostAnswer, { kind: 'away' }>,
  { nowMs, random }: Moment
): AfterLook {
  const ageMs = nowMs - before.namedAtMs
  const again = (leastMs: number) => {
    const waitMs = nextPullRequestLookMs(ageMs, leastMs, random)
    return waitMs === undefined ? null : nowMs + waitMs
  }
  if (answer.kind === 'unreadable')
    return { next: { ...before, trouble: answer.why, lookAtMs: again(UNREAD_WAIT_MS) }, isNews: false, mayTell: false }

  const { pullRequest: seen, memo } = answer
  const { state, checks } = seen
  const lookAtMs = state === 'merged' ? null : again(state === 'closed' ? CLOSED_WAIT_MS : 0)
  // A result that has named it since was told without what had been seen before.
  const isNamedAnew = before.seenAtMs === null || before.seenAtMs < before.namedAtMs
  return {
    next: { ...before, seen, seenAtMs: nowMs, memo, trouble: null, lookAtMs },
    isNews: isNamedAnew || !isDeepStrictEqual(shownOf(seen), shownOf(before.seen)),
    mayTell: state === 'open' && checks === 'failed' && before.checksFollowupId === null
  }
}
