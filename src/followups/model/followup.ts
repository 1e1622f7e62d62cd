import { z } from 'zod'
import { pullRequestSchema } from '../../github/github.ts'
import { type Above, type AskedAbove, askedAboveSchema, readAboveSchema } from './above.ts'
import {
  type Finished,
  isCancelled,
  type Progress,
  type ProgressOf,
  progressSchema,
  type State,
  threadClosedSchema,
  type Unwatched,
  whoAndWhen
} from './progress.ts'
import { standingFactsOf } from './standing.ts'
import { type Deferral, type Held, waitSchema, waitsUntilMs } from './wait.ts'

const shownSchema = z.object({
  pullRequest: pullRequestSchema.nullish().catch(null),
  /** Which replies in its thread go to the agent. */
  replies: z.string().nullish()
})

/** What goes along with their words. The words of forwarded messages and of files are part of the prompt. */
const broughtSchema = z.object({
  /** The names of files that could not go. */
  unsent: z.array(z.string()).optional(),
  /** The messages above it in its thread: asked for, and then as they were when they were read. */
  above: z.union([askedAboveSchema, readAboveSchema, z.literal('unread')]).optional(),
  /** It is a second try: the first may have arrived. */
  again: z.literal(true).optional()
})

export const followupSchema = z.object({
  id: z.string(),
  projectId: z.string(),
  jobId: z.string(),
  teamId: z.string(),
  channelId: z.string(),
  threadTs: z.string().nullable(),
  replyTs: z.string().nullable(),
  /** In direct messages, the thread of their own message in which its author wrote it. */
  writtenInTs: z.string().nullish(),
  responseUrl: z.string().nullable(),
  requesterId: z.string(),
  prompt: z.string(),
  brought: broughtSchema.nullish(),
  /** From when it could go out: the order of its job’s line. */
  inLineAtMs: z.coerce.number(),
  writtenAtMs: z.coerce.number(),
  askedWait: waitSchema.nullish(),
  sentNow: whoAndWhen.nullish(),
  progress: progressSchema,
  version: z.number(),
  isMuted: z.boolean(),
  closedBecause: threadClosedSchema.nullable(),
  results: z.string().nullish(),
  /** What messages show beside it. Only read of one that they are about, or may be. */
  shown: shownSchema.optional()
})

export const followupsSchema = z.array(followupSchema)

export type Followup = z.output<typeof followupSchema>

export type With<P extends Progress> = Followup & { progress: P }
export type In<S extends State> = With<ProgressOf<S>>

export function isIn<S extends State>(followup: Followup, ...states: S[]): followup is In<S> {
  return states.some(state => state === followup.progress.state)
}

export const isFinished = (followup: Followup): followup is With<Finished> => 'resultId' in followup.progress

export const isUnwatched = (followup: Followup): followup is With<Unwatched> =>
  isIn(followup, 'ended') && !isFinished(followup)

export const isInDoubt = ({ progress }: Followup) => 'delivery' in progress && progress.delivery === 'maybe'

export const isSent = (followup: Followup): followup is In<'watching' | 'ended'> => isIn(followup, 'watching', 'ended')

export const hasArrived = (followup: Followup) => isSent(followup) && !isInDoubt(followup)

/** Of a second try, the first may have. */
export const mayHaveArrived = (followup: Followup) => isSent(followup) || followup.brought?.again === true

export const awaitsThread = (followup: Followup) => followup.threadTs === null && !isIn(followup, 'dropped')

export type Deferred = With<Deferral>

export const isDeferred = (followup: Followup): followup is Deferred => standingFactsOf(followup).group === 'waiting'

export const waitOf = (followup: Followup): Deferral | undefined =>
  isDeferred(followup) ? followup.progress : undefined

/** A time to undo is over too soon to be said anywhere. */
export function longWaitOf(followup: Followup): Deferral | undefined {
  const wait = waitOf(followup)
  return wait?.why === 'undo' ? undefined : wait
}

export const awaitsTurn = (followup: Followup) => isIn(followup, 'waiting') && followup.progress.why === 'turn'

export const isHeld = (followup: Followup): followup is With<Held> => standingFactsOf(followup).group === 'held'

/** By its author, who may have to say when once more, or with the message that held it: nobody is to read its words any more. */
export const isTakenBack = ({ progress, requesterId }: Pick<Followup, 'progress' | 'requesterId'>): boolean =>
  isCancelled(progress) &&
  (progress.takenBack ?? (progress.reason === 'cancelled' && (progress.by ?? requesterId) === requesterId))

/** Nobody pressed a button, and no thread was closed. */
export const isCancelledByMessage = ({ progress }: Followup): boolean =>
  isCancelled(progress) && progress.by === undefined && progress.reason === 'cancelled'

/** Whoever muted the thread is still told what was never sent: nothing else would tell them. */
export const mayWriteToRequester = (followup: Followup): boolean => !followup.isMuted || isIn(followup, 'dropped')

/** What every decision may depend on: the time, and some chance that spreads what would come together. */
export type Moment = { nowMs: number; random: number }

export type JobKey = { projectId: string; jobId: string }

export const threadKeySchema = z.object({ teamId: z.string(), channelId: z.string(), threadTs: z.string() })

export type ThreadKey = z.output<typeof threadKeySchema>

export type MaybeThread = Omit<ThreadKey, 'threadTs'> & { threadTs: string | null }

export const threadOfAuthor = ({ threadTs, writtenInTs }: Followup): string | null => writtenInTs ?? threadTs

/** Its own notice says there what it waits for. Of what was typed, or written before there was a card, the card says it. */
export function isInThread(followup: Followup): boolean {
  const { replyTs } = followup
  const threadTs = threadOfAuthor(followup)
  return replyTs !== null && threadTs !== null && replyTs > threadTs
}

export function isSameThread(a: MaybeThread, b: MaybeThread): boolean {
  return a.teamId === b.teamId && a.channelId === b.channelId && a.threadTs === b.threadTs
}

export function askedAboveOf({ brought }: Followup): AskedAbove | undefined {
  const above = brought?.above
  return typeof above === 'object' && 'beforeTs' in above ? above : undefined
}

export function readAboveOf({ brought }: Followup): Above | undefined {
  const above = brought?.above
  return typeof above === 'object' && 'text' in above ? above : undefined
}

/** It takes messages along that can still be left out. */
export const mayLeaveOutAbove = (followup: Followup): followup is In<'waiting'> =>
  isIn(followup, 'waiting') && (readAboveOf(followup)?.count ?? 0) > 0

const MOVES: Record<State, readonly State[]> = {
  waiting: ['waiting', 'sending', 'dropped'],
  sending: ['watching', 'waiting', 'dropped'],
  watching: ['watching', 'ended'],
  ended: ['ended', 'watching'],
  dropped: []
}

/** The only way into a new state. A move that no rule allows is a bug, and is refused before it is stored. */
export function moveTo<S extends State>(followup: Followup, progress: ProgressOf<S>): In<S> {
  const from = followup.progress.state
  if (!MOVES[from].includes(progress.state)) {
    throw new Error(`Cannot move follow-up '${followup.id}' from ${from} to ${progress.state}`)
  }
  return { ...followup, progress }
}

/** What waits comes after all that does not, in the order it goes out: first what waits until its job is idle. */
export function bySendTime(one: Followup, other: Followup): number {
  return dueMs(one) - dueMs(other) || (longWaitOf(one) ? one.inLineAtMs - other.inLineAtMs : 0)
}

function dueMs(followup: Followup): number {
  const wait = longWaitOf(followup)
  return wait === undefined ? 0 : (waitsUntilMs(wait) ?? 1)
}
