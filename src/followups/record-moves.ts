import type { Sql } from '../database/database.ts'
import type { Post } from '../slack/outbox.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { quietMessage, quietMessageOf } from './messages/quiet-message.ts'
import {
  filesNotSentMessage,
  heldNotice,
  maybeDeliveredNotice,
  rejectedMessage,
  resultMessage,
  unwatchedMessage
} from './messages/thread-messages.ts'
import { redrawCards } from './redraw-cards.ts'
import { type Followup, type In, isIn, isSameEnd, isSameThread, type ProgressOf, UNSENT } from './rules/followup.ts'
import { sayOnce } from './say-once.ts'
import { scheduleLook } from './schedule-look.ts'
import { saveProgress } from './stores/followup-store.ts'
import { findThread } from './stores/thread-store.ts'
import { wakeLine } from './wake-line.ts'

type Deps = Pick<FollowupDeps, 'enqueue' | 'now' | 'random' | 'log'>

type RejectReason = ProgressOf<'rejected'>['reason']

export type Move = { before: Followup; after: Followup }

/**
 * Stores what was decided and, in the same transaction, everything that follows from it: the next step, the next in the job's
 * line, the messages people get, the card and the reactions to be redrawn. A move that somebody else overtook is left out; the
 * rest is returned.
 */
export async function recordMoves(deps: Deps, sql: Sql, moves: Move[]): Promise<Move[]> {
  const { enqueue, log } = deps
  const recorded: Move[] = []
  for (const { before, after } of moves) {
    if (before.progress === after.progress || !(await saveProgress(sql, after))) continue
    recorded.push({ before, after: { ...after, version: after.version + 1 } })
  }
  for (const { before, after } of recorded) {
    logMove(log, after)
    await planNextStep(deps, sql, before, after)
    if (after.replyTs !== null) await enqueue(sql, 'show-reaction', { followupId: after.id })
    if (isIn(before, 'held')) await enqueue(sql, 'refresh-notice', { followupId: after.id, kind: 'held' })
    if (wasInDoubt(before)) await enqueue(sql, 'refresh-notice', { followupId: after.id, kind: 'maybe' })
    if (isIn(before, 'unwatched'))
      await enqueue(sql, 'refresh-notice', { followupId: after.id, kind: unwatchedKind(before.version) })
    const quietIn = quietMessageOf(before)
    if (quietIn !== undefined) await enqueue(sql, 'refresh-notice', { followupId: quietIn, kind: 'quiet' })
    // Where the quiet message is gone, it was told in a result of its own.
    if (isIn(before, 'finished')) await enqueue(sql, 'refresh-notice', { followupId: after.id, kind: 'result' })
  }
  for (const post of postsFor(recorded)) await sayOnce(deps, sql, post)
  await redrawCards(
    deps,
    sql,
    recorded.map(({ after }) => after)
  )
  return recorded
}

/** What only the operator can mend, as error, with what to do: until then every send ends like this one. */
const FOR_THE_OPERATOR: Partial<Record<RejectReason, string>> = {
  'key refused': 'renew AGENT_API_KEY',
  'not allowed': 'look into the rights of AGENT_API_KEY',
  redirect: 'correct AGENT_API_URL'
}

function logMove(log: FollowupDeps['log'], { id, jobId, progress }: Followup): void {
  const why =
    'reason' in progress ? { reason: progress.reason } : 'because' in progress ? { because: progress.because } : {}
  log.info({ followup: id, job: jobId, state: progress.state, ...why }, 'A follow-up moved')
  const advice = progress.state === 'rejected' ? FOR_THE_OPERATOR[progress.reason] : undefined
  if (advice)
    log.error({ followup: id, job: jobId, ...why }, `The agent service refuses what this bot sends: ${advice}`)
}

async function planNextStep(deps: Deps, sql: Sql, before: Followup, after: Followup): Promise<void> {
  if (isIn(after, 'held')) {
    await deps.enqueue(sql, 'send-followup', { followupId: after.id }, after.progress.untilMs)
  }
  if (isIn(after, 'watching') && !isIn(before, 'watching')) {
    await scheduleLook(deps, sql, after, after.progress.resumed?.atMs ?? after.progress.sentAtMs)
  }
  if (isIn(before, 'sending') && isIn(after, 'held', 'watching')) await closeAgain(deps, sql, after)
  if (isIn(before, ...UNSENT) && !isIn(after, ...UNSENT)) {
    await wakeLine(deps, sql, after)
  }
}

/** Its thread was closed while it was being sent, when it was too late to take it back and too early to end its watch. */
async function closeAgain({ enqueue }: Deps, sql: Sql, { teamId, channelId, threadTs }: Followup): Promise<void> {
  if (threadTs === null) return
  const key = { teamId, channelId, threadTs }
  const because = (await findThread(sql, key))?.closedBecause
  if (because) await enqueue(sql, 'close-thread', { ...key, because })
}

const wasInDoubt = (followup: Followup) =>
  isIn(followup, 'watching', 'unwatched') && followup.progress.delivery === 'maybe'

/** A watch can end more than once: each end has a message of its own, named by the version that ended. */
const unwatchedKind = (version: number) => `unwatched:${version}` as const

function postsFor(moves: Move[]): Post[] {
  const told = moves.filter(({ before }) => isIn(before, 'watching') && quietMessageOf(before) === undefined)
  const after = told.map(move => move.after)
  return [
    ...moves.flatMap(noticesFor),
    ...resultsFor(after.filter(followup => isIn(followup, 'finished'))),
    ...quietsFor(after.filter(followup => quietMessageOf(followup) !== undefined))
  ]
}

function noticesFor({ before, after }: Move): Post[] {
  if (isIn(after, 'held') && after.replyTs !== null) return [threadPost(after, 'held', heldNotice(after))]
  if (isIn(after, 'rejected') && after.threadTs !== null) return [threadPost(after, 'rejected', rejectedMessage(after))]
  if (isIn(after, 'watching') && before.progress.state === 'sending') {
    const notices = after.progress.delivery === 'maybe' ? [threadPost(after, 'maybe', maybeDeliveredNotice(after))] : []
    return after.fileCount > 0 ? [...notices, threadPost(after, 'files', filesNotSentMessage(after))] : notices
  }
  if (isIn(after, 'unwatched')) {
    const message = unwatchedMessage(after)
    return message ? [threadPost(after, unwatchedKind(after.version), message)] : []
  }
  return []
}

/** One result a thread for all its follow-ups that ended with the same look at the job. */
function resultsFor(finished: In<'finished'>[]): Post[] {
  return finished.flatMap(first => {
    const [leader, ...others] = finished.filter(followup => isSameThread(followup, first) && isSameEnd(followup, first))
    if (leader !== first) return []
    return [threadPost(first, 'result', { ...resultMessage([first, ...others]), broadcast: true })]
  })
}

/** One message for all those of a thread that are told the same with one look. */
function quietsFor(told: Followup[]): Post[] {
  return told.flatMap(first => {
    if (quietMessageOf(first) !== first.id) return []
    const message = quietMessage(told.filter(followup => quietMessageOf(followup) === first.id))
    return message ? [threadPost(first, 'quiet', message)] : []
  })
}

function threadPost({ id, teamId, channelId, threadTs }: Followup, kind: string, message: Post['message']): Post {
  return { id: `${id}:${kind}`, teamId, channelId, threadTs, followupId: id, message }
}
