import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type AgentJob, type FinalStatus, finalStatus } from '../../agent/agent-job.ts'
import { nextLookMs, RARE_AFTER_MS } from '../../agent/looks.ts'
import { type Looked, OPEN_FOR_MS, SLOW_PACE_MS, WATCHED_FOR_MS } from './decide-watch.ts'
import {
  type Evidence,
  evidenceAtSend,
  isAtWork,
  type JobLook,
  type Late,
  type RunEnd,
  runEndSchema,
  weigh
} from './evidence.ts'
import { type Followup, isFinished, isIn, type With } from './followup.ts'
import type { Finished } from './progress.ts'

export const jobWatchSchema = z.object({
  id: z.string(),
  projectId: z.string(),
  jobId: z.string(),
  teamId: z.string(),
  userId: z.string(),
  threadUrl: z.string().nullable(),
  sinceMs: z.coerce.number(),
  sawWork: z.boolean(),
  /** The end of the work, as it was first seen, or as it was told: a link may still come until then. */
  ended: runEndSchema.extend({ linkUntilMs: z.number().optional() }).nullable()
})

export type JobWatch = z.output<typeof jobWatchSchema>

export type WatchOver =
  | { because: 'ended'; status: FinalStatus; job: AgentJob; late?: Late | undefined }
  | { because: WatchGivenUp }
export type WatchGivenUp = (typeof GIVEN_UP)[number]
export const GIVEN_UP = ['idle', 'too long', 'gone', 'bug'] as const

/** `isAfterDay`: no look had found before that it has gone on for a day. */
export type WatchLook = {
  before: JobWatch
  next?: JobWatch
  over?: WatchOver
  againInMs?: number
  isAfterDay?: boolean
}

type Moment = Partial<JobLook> & {
  isGone?: boolean
  lastSentMs?: number | undefined
  isToCome?: boolean
  nowMs: number
  random: number
}

export function decideJobWatches(watches: JobWatch[], looks: Looked[], moment: Moment): WatchLook[] {
  const ended = looks.map(({ before, next }) => (isIn(before, 'watching') && isFinished(next) ? next : undefined))
  const result = ended.findLast(next => next !== undefined)
  const isAwaited = looks.some(({ next }) => isResultAwaited(next))
  const mayStart = moment.isToCome || looks.some(({ next }) => isIn(next, 'watching'))
  return watches.map(
    watch =>
      decideLateLink(watch, moment) ?? decideOne(watch, result, isAwaited || (mayStart && !watch.sawWork), moment)
  )
}

export const isTold = ({ ended }: JobWatch) => ended?.linkUntilMs !== undefined

/** Told without a new link, it is looked at a while longer, until what is seen could come from a later follow-up. */
function decideLateLink(watch: JobWatch, { job, isGone, lastSentMs = 0, nowMs }: Moment): WatchLook | undefined {
  if (watch.ended?.linkUntilMs === undefined) return undefined
  const { atMs, linkUntilMs, job: told, late } = watch.ended
  const isOthers = lastSentMs >= atMs || (job !== undefined && isAtWork(job))
  if (isGone || isOthers || nowMs >= linkUntilMs) return { before: watch }
  if (!job?.prLink || job.prLink === told.prLink) return { before: watch, next: watch, againInMs: SLOW_PACE_MS }
  return { before: watch, over: { because: 'ended', status: finalStatus(job) ?? 'completed', job, late } }
}

/** What is watched for itself ends with its own result. */
const isResultAwaited = (followup: Followup) => isIn(followup, 'watching') && followup.progress.toldAtMs === undefined

function decideOne(watch: JobWatch, result: With<Finished> | undefined, isAwaited: boolean, moment: Moment): WatchLook {
  const { job, isGone, lastSentMs = 0, isToCome, nowMs, random, seenBefore } = moment
  if (result) {
    const { how, job, openUntilMs, late } = result.progress
    return tell(watch, how, { job, late }, openUntilMs !== undefined, nowMs)
  }
  if (isGone) return { before: watch, over: { because: 'gone' } }
  const goOn = (next: JobWatch, againInMs = nextLookMs(nowMs - watch.sinceMs, random)): WatchLook => ({
    before: watch,
    next,
    againInMs
  })
  const status = job && finalStatus(job)
  if (status && isAwaited) return goOn(watch)
  const look = { job: job ?? {}, nowMs, seenBefore }
  const { evidence, end, againInMs } = weigh(evidenceOf(watch), look, { sentAtMs: watch.sinceMs, ...ALONE })
  const next = { ...watch, sawWork: evidence.worked !== undefined, ended: evidence.end ?? null }
  if (againInMs !== undefined) return goOn(next, againInMs)
  if (status)
    return end ? tell(watch, status, end, !end.job.prLink, nowMs) : { before: watch, over: { because: 'idle' } }
  const sinceMs = isToCome && !watch.sawWork ? nowMs : Math.max(watch.sinceMs, lastSentMs)
  if (nowMs - sinceMs >= WATCHED_FOR_MS) return { before: watch, over: { because: 'too long' } }
  const dayMs = watch.sinceMs + RARE_AFTER_MS
  return { ...goOn(next), isAfterDay: job !== undefined && nowMs >= dayMs && (seenBefore?.seenAtMs ?? 0) < dayMs }
}

const ALONE = { isSure: true, isLast: true, isLastCall: false }

/** Whoever watches a job knows nothing but what the looks show. */
const evidenceOf = ({ sawWork, ended, sinceMs }: JobWatch): Evidence => ({
  ...evidenceAtSend({}, sinceMs),
  ...(sawWork && { worked: 'seen' }),
  ...(ended && { end: ended })
})

function tell(watch: JobWatch, status: FinalStatus, end: Omit<RunEnd, 'atMs'>, mayGainLink: boolean, nowMs: number) {
  const { job, late } = end
  const told = { job, ...(late && { late }) }
  const over: WatchLook = { before: watch, over: { because: 'ended', status, ...told } }
  if (!mayGainLink) return over
  const ended = { ...told, atMs: nowMs, linkUntilMs: nowMs + OPEN_FOR_MS }
  return { ...over, next: { ...watch, ended }, againInMs: SLOW_PACE_MS }
}

export const isQuietWatch = ({ before, next, over, isAfterDay }: WatchLook) =>
  over === undefined && !isAfterDay && isDeepStrictEqual(before, next)
