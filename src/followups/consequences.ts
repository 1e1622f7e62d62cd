import type { View } from '../slack/view-store.ts'
import {
  awaitsTurn,
  type Followup,
  isCancelledByMessage,
  isFinished,
  isHeld,
  isIn,
  isInDoubt,
  isInThread,
  isUnwatched,
  type JobKey,
  longWaitOf,
  readAboveOf,
  type ThreadKey,
  threadOfAuthor,
  type With
} from './model/followup.ts'
import { type MessageKey, type MessageKind, resultKind } from './model/message-ids.ts'
import { type Finished, isCancelled, isRejected, type ThreadClosed } from './model/progress.ts'
import { type PullRequestKey, pullRequestsOf } from './model/pull-request-after.ts'
import { isInLine } from './model/standing.ts'
import { drawNotice } from './views/notices.ts'
import { resultMessage } from './views/result.ts'
import { cardOf, homeOf, markOf, noticeAbout, type Stale, viewAbout } from './views/schedule-views.ts'

export type Move = { before: Followup; after: Followup }

export type Consequence =
  | { do: 'send'; followupId: string; atMs: number }
  | { do: 'look'; job: JobKey; sentAtMs: number }
  | { do: 'wake the line'; job: JobKey; leaving: string[] }
  /** It never got a card: the person who typed it is told privately, and the next one for the job may open the thread. */
  | { do: 'tell its author'; followupId: string }
  | { do: 'open the threads of others'; followup: Followup }
  /** Its author may have edited or deleted it in the meantime. */
  | { do: 'read again'; message: MessageKey }
  | { do: 'close again'; thread: ThreadKey; because: ThreadClosed }
  | { do: 'redraw'; stale: Stale; atMs?: number }
  | { do: 'say'; view: View }
  | { do: 'follow the pull request'; pullRequest: PullRequestKey }
  | {
      do: 'tell the result'
      view: View
      together: string[]
      isNews: boolean
      results: Followup['results']
    }

/** TABLE 3: what is true of a move → what follows from it. */
const TABLE: Record<string, (move: Move) => Consequence[]> = {
  // Whoever was about to send it as it was before does not, and does not come back.
  'waits, not for an idle job → goes out then': ({ after }) => {
    const { id, progress, inLineAtMs } = after
    if (progress.state !== 'waiting') return []
    if (progress.why === 'turn') return [{ do: 'send', followupId: id, atMs: inLineAtMs }]
    return 'untilMs' in progress ? [{ do: 'send', followupId: id, atMs: progress.untilMs }] : []
  },

  'is watched from now on → the job is looked at': ({ before, after }) =>
    isIn(after, 'watching') && !isIn(before, 'watching')
      ? [{ do: 'look', job: after, sentAtMs: after.progress.sentAtMs }]
      : [],

  // While it was being sent it was too late to take it back, and too early to end its watch.
  'was sent → is closed with its thread': ({ before, after }) => {
    const { teamId, channelId, threadTs, closedBecause } = before
    return isIn(before, 'sending') && isIn(after, 'waiting', 'watching') && threadTs !== null && closedBecause !== null
      ? [{ do: 'close again', thread: { teamId, channelId, threadTs }, because: closedBecause }]
      : []
  },

  'was to be sent → its message is read again, if it was changed': ({ before, after }) =>
    isIn(before, 'sending') && isIn(after, 'waiting') && after.replyTs !== null
      ? [{ do: 'read again', message: { teamId: after.teamId, channelId: after.channelId, ts: after.replyTs } }]
      : [],

  'is a reply → it gets another mark': ({ after }) => redraw(markOf(after)),

  'is not only being sent → its card is redrawn': ({ before, after }) =>
    awaitsTurn(before) && isIn(after, 'sending') ? [] : redraw(cardOf(after)),

  'moves → the home of its author is redrawn': ({ after }) => redraw(homeOf(after)),

  'waits no longer, is cancelled or brings less → what came from outside the thread is redrawn': move => {
    const { after } = move
    const isNews = isCancelled(after.progress) || isSentNow(move) || isLeftOut(move)
    return isNews || (!isInThread(after) && waitsNoLonger(move)) ? redraw(noticeAbout(after, 'typed')) : []
  },

  'was in doubt, unwatched, not started or not over → its notice is redrawn': ({ before }) =>
    TOLD.flatMap(([isTold, kind]) => (isTold(before) ? redraw(noticeAbout(before, kind)) : [])),

  'was finished → its result gains a link, or who sent it again': ({ before, after }) =>
    isFinished(before) && isFinished(after) ? redraw({ viewId: before.progress.resultId }) : [],

  // A time to undo is over too soon for that.
  'is a reply that waits → said in the thread': ({ after }) =>
    isInThread(after) && (isHeld(after) || longWaitOf(after)) ? [say(after, 'waiting')] : [],

  'waited, perhaps → its notice is redrawn': move => {
    const { before, after } = move
    const isOver = isIn(after, 'dropped') && isInThread(after)
    // An edit can leave it the notice of the words before.
    const waited = isHeld(before) || longWaitOf(before) || 'held' in before.progress || isSentNow(move)
    return waited || isOver ? redrawUnlessReplaced(after) : []
  },

  // Nobody else reads about somebody who may no longer use the bot, or may not be there any more.
  'is rejected → said in the thread, or to its author alone': ({ after }) => {
    if (!isRejected(after.progress) || after.progress.reason === 'no card') return []
    const isPrivate = after.threadTs === null || after.progress.reason === 'no longer allowed'
    return [isPrivate ? { do: 'tell its author', followupId: after.id } : say(after, 'rejected')]
  },

  'ended without a card → the others look for a thread': ({ after }) =>
    isIn(after, 'dropped') && after.threadTs === null ? [{ do: 'open the threads of others', followup: after }] : [],

  'was sent, in doubt → said in the thread': ({ before, after }) =>
    isIn(before, 'sending') && isInDoubt(after) ? [say(after, 'maybe')] : [],

  'was sent without its files → said in the thread': ({ before, after }) =>
    isIn(before, 'sending') && isIn(after, 'watching') && after.brought?.unsent ? [say(after, 'files')] : [],

  'has not started → said in the thread': ({ before, after }) =>
    isIn(after, 'watching') && isToldNotStarted(after) && !isToldNotStarted(before) ? [say(after, 'not-started')] : [],

  'is not over after a day → said in the thread': ({ before, after }) =>
    isToldOfDay(after) && !isToldOfDay(before) ? [say(after, 'after-day')] : [],

  'is no longer watched → said in the thread': ({ after }) => {
    const isOver = isUnwatched(after) && after.progress.how !== 'sent again'
    return isOver && drawNotice('unwatched', after) ? [say(after, 'unwatched')] : []
  }
}

export function consequencesOf(moves: Move[]): Consequence[] {
  return [
    ...moves.flatMap(move => Object.values(TABLE).flatMap(follow => follow(move))),
    ...resultsOf(moves),
    ...nextInLine(moves),
    ...followsFor(moves)
  ]
}

const followsFor = (moves: Move[]): Consequence[] =>
  pullRequestsOf(moves.map(({ after }) => after)).map(pullRequest => ({ do: 'follow the pull request', pullRequest }))

const waitsNoLonger = ({ before, after }: Move) => longWaitOf(before) && !longWaitOf(after)

const isSentNow = ({ before, after }: Move) => before.sentNow?.atMs !== after.sentNow?.atMs

const isToldOfDay = ({ progress }: Followup) => 'dayToldAtMs' in progress && progress.dayToldAtMs !== undefined

const isLeftOut = ({ before, after }: Move) => readAboveOf(before)?.count !== readAboveOf(after)?.count

const isToldNotStarted = ({ progress }: Followup) => 'toldAtMs' in progress && progress.toldAtMs !== undefined

const TOLD: [(followup: Followup) => boolean, MessageKind][] = [
  [isInDoubt, 'maybe'],
  [isUnwatched, 'unwatched'],
  [isToldNotStarted, 'not-started'],
  [isToldOfDay, 'after-day']
]

const redraw = (stale: Stale | undefined): Consequence[] => (stale ? [{ do: 'redraw', stale }] : [])

const REPLACED_WITHIN_MS = 2_000

/** What its message says instead, if anything, is told by the same notice. */
function redrawUnlessReplaced(after: Followup): Consequence[] {
  const stale = noticeAbout(after, 'waiting')
  const isLater = isIn(after, 'dropped') && isCancelledByMessage(after)
  return [{ do: 'redraw', stale, ...(isLater && { atMs: after.progress.atMs + REPLACED_WITHIN_MS }) }]
}

const say = (followup: Followup, kind: MessageKind): Consequence => ({
  do: 'say',
  view: { ...viewAbout(followup, kind), threadTs: threadOfAuthor(followup) }
})

/** All moves that are recorded together are of one job. */
function nextInLine(moves: Move[]): Consequence[] {
  const leaving = moves.filter(leavesLine).map(({ after }) => after)
  const [job] = leaving
  return job ? [{ do: 'wake the line', job, leaving: leaving.map(({ id }) => id) }] : []
}

/** It leaves the line, or goes to its end: what was behind it may be first now. */
const leavesLine = ({ before, after }: Move) =>
  isInLine(before) && (!isInLine(after) || after.inLineAtMs > before.inLineAtMs)

function resultsOf(moves: Move[]): Consequence[] {
  const ended = moves.flatMap(({ before, after }) => (isIn(before, 'watching') && isFinished(after) ? [after] : []))
  return [...Map.groupBy(ended, ({ progress }) => progress.resultId).values()].flatMap(together => {
    const [first] = together
    if (first === undefined) return []
    const about = viewAbout(first, resultKind(first.progress.earlier))
    // If the job works again before it is posted, it says this.
    const view = { ...about, message: { ...about.message, ...resultMessage(first, together) } }
    const told = { view, together: together.map(({ id }) => id), isNews: isNews(first), results: first.results }
    return [{ do: 'tell the result', ...told }]
  })
}

const isNews = ({ progress: { how, job, linkBefore } }: With<Finished>) =>
  how !== 'completed' || (Boolean(job.prLink) && job.prLink !== linkBefore)
