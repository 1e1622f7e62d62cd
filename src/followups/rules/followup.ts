import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { agentJobSchema } from '../../agent/agent-job.ts'
import { pullRequestSchema } from '../../hosts/host.ts'
import { downtimeSchema } from './downtime.ts'
import { evidenceOfOld, evidenceSchema } from './evidence.ts'
import { QUICK } from './quick-followups.ts'
import { RESULTS } from './setting.ts'
import { threadClosedSchema } from './thread.ts'
import { type Wait, waitSchema } from './wait.ts'

const whoAndWhen = z.object({ by: z.string(), atMs: z.number() })
/** Nobody chose it if the message that holds the instruction was deleted. */
const leftSchema = whoAndWhen.partial({ by: true })
const stalledSchema = z.object({
  atMs: z.number(),
  in: z.string(),
  /** How long it had been under way by then, and how long such work usually took. */
  afterMs: z.number(),
  usual: z.object({ medianMs: z.number(), mostMs: z.number() }),
  /** Who had it watched on. */
  kept: whoAndWhen.optional()
})
/** It ended while no bot ran, or nobody knows better: and when a look last found it at work. */
const lateSchema = downtimeSchema.extend({ workingAtMs: z.number().optional() })
const holdReason = z.enum(['limit', 'service limit', 'unreachable', 'held up'])

/** What is known about a send, as long as the bot is looking for its outcome or could look again. */
const sent = {
  delivery: z.enum(['sure', 'maybe']),
  /** Why the delivery is in doubt. */
  doubt: z.enum(['too slow', 'cut off', 'server error', 'unreadable', 'restart']).optional(),
  sentAtMs: z.number(),
  /** The job as it was just before the send. */
  before: agentJobSchema,
  evidence: evidenceSchema,
  /** People were told that no work of its own was seen, in the message that `in` names. */
  told: z
    .object({ kind: z.enum(['no work', 'as one', 'unread']), atMs: z.number(), in: z.string(), job: agentJobSchema })
    .optional(),
  /** It took much longer than usual: people were asked whether to go on watching, in the message that `in` names. */
  stalled: stalledSchema.optional(),
  /** Who had it watched again after its watch had ended. */
  resumed: whoAndWhen.optional(),
  /** Who chose to leave a maybe delivered instruction as it is. */
  left: leftSchema.optional()
}

const watchEnd = z.enum([
  'stopped',
  'deadline',
  'job gone',
  'no sign',
  'no work',
  'sent again',
  'corrected',
  'deleted',
  'card deleted',
  'channel archived',
  'bug'
])

/** Where one instruction stands. Each state carries what the next step needs to know; the rules are in `decide-*.ts`. */
export const progressSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('accepted'),
    /** What it is about to wait for. */
    wait: waitSchema.optional()
  }),
  z.object({ state: z.literal('waiting'), wait: waitSchema, sinceMs: z.number() }),
  z.object({
    state: z.literal('held'),
    untilMs: z.number(),
    /** When it was first held for this cause. */
    sinceMs: z.number(),
    because: holdReason,
    tries: z.number()
  }),
  z.object({
    state: z.literal('sending'),
    /** The task that sends it: if the same task finds it again, the send was cut off midway. */
    taskId: z.string(),
    sinceMs: z.number(),
    before: agentJobSchema,
    evidence: evidenceSchema,
    /** Who sent its new words meanwhile, as an instruction of their own. */
    corrected: whoAndWhen.optional(),
    /** If it turns out that it may have been delivered, it is left as it is. */
    left: leftSchema.optional(),
    /** The hold it comes from. */
    held: z.object({ because: holdReason, sinceMs: z.number(), tries: z.number() }).optional()
  }),
  z.object({ state: z.literal('watching'), ...sent, late: lateSchema.optional() }),
  z.object({
    state: z.literal('finished'),
    status: z.enum(['completed', 'archived', 'failed']),
    sentAtMs: z.number(),
    finishedAtMs: z.number(),
    linkBefore: z.string().optional(),
    job: agentJobSchema,
    /** The follow-up that names the quiet message with the result. */
    toldIn: z.string().optional(),
    /** The same for one that only points to the result, which is news. */
    quietIn: z.string().optional(),
    stalled: stalledSchema.optional(),
    late: lateSchema.optional(),
    /** Who had it watched again before that. */
    resumed: whoAndWhen.optional(),
    /** A link that appears by then is added to the message. */
    linkUntilMs: z.number().optional(),
    /** What people sent with the buttons of its result: a quick follow-up, by its label, or the same again. */
    sentNext: z.array(whoAndWhen.extend({ label: z.string().optional() })).optional()
  }),
  z.object({
    state: z.literal('rejected'),
    reason: z.enum([
      'invalid',
      'unknown job',
      'key refused',
      'not allowed',
      'redirect',
      'other',
      'unreachable',
      'no turn',
      'never idle',
      'no card',
      'bug'
    ]),
    words: z.string().optional(),
    atMs: z.number()
  }),
  z.object({ state: z.literal('cancelled'), by: z.string().optional(), atMs: z.number() }),
  z.object({
    state: z.literal('unwatched'),
    because: watchEnd,
    by: z.string().optional(),
    atMs: z.number(),
    /** How its watch had ended before somebody decided on it, and the version that this made. */
    endedBefore: z.object({ because: watchEnd, version: z.number() }).optional(),
    ...sent
  })
])

export type Progress = z.output<typeof progressSchema>
export type State = Progress['state']
export type ProgressOf<S extends State> = Extract<Progress, { state: S }>

const sentByAnOlderVersion = z.object({
  state: z.enum(['sending', 'watching', 'unwatched']),
  evidence: z.undefined().optional(),
  before: agentJobSchema,
  sentAtMs: z.number().optional(),
  sinceMs: z.number().optional(),
  sawActive: z.boolean().optional()
})

/** A follow-up that an older version sent, or was sending, has no evidence yet. */
function withEvidence(progress: unknown): unknown {
  const old = sentByAnOlderVersion.safeParse(progress).data
  if (old === undefined) return progress
  const { before, sentAtMs = old.sinceMs ?? 0, sawActive = false } = old
  return Object.assign({}, progress, { evidence: evidenceOfOld(before, sentAtMs, sawActive) })
}

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
  fileCount: z.number(),
  /** Its result stays in its thread, whatever is shown in the channel otherwise. */
  isThreadOnly: z.boolean(),
  /** Which results the channel had chosen to be shown in it. */
  results: RESULTS.values.nullable().catch(null),
  writtenAtMs: z.coerce.number(),
  progress: z.preprocess(withEvidence, progressSchema),
  version: z.number(),
  /** The bot's marks on the reply; one that may or may not be there ends in a question mark. */
  marks: z.array(z.string()),
  /** Its requester wants to hear nothing about its thread. */
  isMuted: z.boolean(),
  /** Nothing can be shown in its thread any more. */
  closedBecause: threadClosedSchema.nullable(),
  /** What results in its channel offer to send next, by now. */
  quick: QUICK.values.nullish().catch(null),
  /** When its requester's home was drawn last, if they have ever opened it. */
  homeShownAtMs: z.coerce.number().nullish(),
  /** What became of the pull request that its result names, if that is known. */
  pullRequest: pullRequestSchema.nullish().catch(null)
})

export type Followup = z.output<typeof followupSchema>

export type In<S extends State> = Followup & { progress: ProgressOf<S> }

export function isIn<S extends State>(followup: Followup, ...states: S[]): followup is In<S> {
  return states.some(state => state === followup.progress.state)
}

/** What it waits for, or is about to. */
export const waitOf = ({ progress }: Followup): Wait | undefined => ('wait' in progress ? progress.wait : undefined)

/** Who muted its thread is written to only about what never went out: nothing else would tell them. */
export const mayWriteToRequester = (followup: Followup): boolean =>
  !followup.isMuted || isIn(followup, 'cancelled', 'rejected')

/** Ends seen at different times can be told at the same time, so the time alone does not decide. */
export function isSameEnd({ progress: one }: In<'finished'>, { progress: other }: In<'finished'>): boolean {
  return one.finishedAtMs === other.finishedAtMs && isDeepStrictEqual(one.job, other.job)
}

/** One job of one project, wherever people talk about it. */
export type JobKey = { projectId: string; jobId: string }

export type ThreadKey = { teamId: string; channelId: string; threadTs: string }

/** A thread, or the place of one whose card is not in Slack yet. */
export type ThreadPlace = Omit<ThreadKey, 'threadTs'> & { threadTs: string | null }

/** Where its author is told what is about this one alone. */
export const threadOfAuthor = ({ threadTs, writtenInTs }: Followup): string | null => writtenInTs ?? threadTs

export function isSameThread(a: ThreadPlace, b: ThreadPlace): boolean {
  return a.teamId === b.teamId && a.channelId === b.channelId && a.threadTs === b.threadTs
}

/** Still in its job's line: the ones written later wait for it. */
export const UNSENT = ['accepted', 'held', 'sending'] as const satisfies State[]

const MOVES: Record<State, readonly State[]> = {
  // A person changes what it waits for, or has it sent now.
  accepted: ['accepted', 'waiting', 'held', 'sending', 'rejected', 'cancelled'],
  waiting: ['accepted', 'rejected', 'cancelled'],
  held: ['accepted', 'held', 'sending', 'rejected', 'cancelled'],
  sending: ['watching', 'held', 'rejected'],
  watching: ['watching', 'finished', 'unwatched'],
  unwatched: ['watching', 'unwatched'],
  // A link that appears late.
  finished: ['finished'],
  rejected: [],
  cancelled: []
}

/** The only way into a new state. A move that no rule allows is a bug, and is refused before it is stored. */
export function moveTo<S extends State>(followup: Followup, progress: ProgressOf<S>): In<S> {
  const from = followup.progress.state
  if (!MOVES[from].includes(progress.state)) {
    throw new Error(`Cannot move follow-up '${followup.id}' from ${from} to ${progress.state}`)
  }
  return { ...followup, progress }
}
