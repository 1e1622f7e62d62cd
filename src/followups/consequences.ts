import type { Post } from '../slack/post.ts'
import { quietMessage, quietMessageOf } from './messages/quiet-message.ts'
import {
  filesNotSentMessage,
  heldNotice,
  maybeDeliveredNotice,
  rejectedMessage,
  resultMessage,
  unwatchedMessage
} from './messages/thread-messages.ts'
import {
  type Followup,
  type In,
  isIn,
  isSameEnd,
  isSameThread,
  type JobKey,
  type ThreadPlace,
  UNSENT
} from './rules/followup.ts'
import { messageId, type Notice, unwatchedNotice } from './rules/message-ids.ts'

export type Move = { before: Followup; after: Followup }

export type Consequence =
  | { do: 'send'; followupId: string; atMs: number }
  | { do: 'look'; job: JobKey; sentAtMs: number }
  /** Whoever is first in the job's line now may go. */
  | { do: 'wake the line'; job: JobKey }
  /** If its thread was closed meanwhile. */
  | { do: 'close again'; thread: ThreadPlace }
  | { do: 'mark the reply'; followupId: string }
  | { do: 'redraw'; followupId: string; notice: Notice }
  | { do: 'redraw the card'; thread: ThreadPlace }
  | { do: 'say'; post: Post }

/** TABLE 3: a move of a follow-up → what follows from it. */
const TABLE: Record<string, (move: Move) => Consequence[]> = {
  'held → sent later': ({ after }) =>
    isIn(after, 'held') ? [{ do: 'send', followupId: after.id, atMs: after.progress.untilMs }] : [],

  'watched from now on → the job is looked at': ({ before, after }) =>
    isIn(after, 'watching') && !isIn(before, 'watching')
      ? [{ do: 'look', job: after, sentAtMs: after.progress.resumed?.atMs ?? after.progress.sentAtMs }]
      : [],

  // While it was being sent it was too late to take it back, and too early to end its watch.
  'sent → closed with its thread': ({ before, after }) =>
    isIn(before, 'sending') && isIn(after, 'held', 'watching') ? [{ do: 'close again', thread: after }] : [],

  'out of the line → the next one goes': ({ before, after }) =>
    isIn(before, ...UNSENT) && !isIn(after, ...UNSENT) ? [{ do: 'wake the line', job: after }] : [],

  'a reply → another mark': ({ after }) =>
    after.replyTs === null ? [] : [{ do: 'mark the reply', followupId: after.id }],

  'no longer held → the notice says so': ({ before }) => (isIn(before, 'held') ? [redraw(before, 'held')] : []),

  'no longer in doubt → the notice says so': ({ before }) =>
    isIn(before, 'watching', 'unwatched') && before.progress.delivery === 'maybe' ? [redraw(before, 'maybe')] : [],

  'watched again → the notice says so': ({ before }) =>
    isIn(before, 'unwatched') ? [redraw(before, unwatchedNotice(before.version))] : [],

  'told quietly before → said in the same message': ({ before }) => {
    const toldIn = quietMessageOf(before)
    return toldIn === undefined ? [] : [{ do: 'redraw', followupId: toldIn, notice: 'quiet' }]
  },

  // Where the quiet message is gone, it was told in a result of its own.
  'a late link → said in the result': ({ before }) => (isIn(before, 'finished') ? [redraw(before, 'result')] : []),

  'held, as a reply → said in the thread': ({ after }) =>
    isIn(after, 'held') && after.replyTs !== null ? [say(after, 'held', heldNotice(after))] : [],

  'rejected → said in the thread': ({ after }) =>
    isIn(after, 'rejected') && after.threadTs !== null ? [say(after, 'rejected', rejectedMessage(after))] : [],

  'in doubt → said in the thread': ({ before, after }) =>
    isIn(before, 'sending') && isIn(after, 'watching') && after.progress.delivery === 'maybe'
      ? [say(after, 'maybe', maybeDeliveredNotice(after))]
      : [],

  'sent without its files → said in the thread': ({ before, after }) =>
    isIn(before, 'sending') && isIn(after, 'watching') && after.fileCount > 0
      ? [say(after, 'files', filesNotSentMessage(after))]
      : [],

  'no longer watched → said in the thread': ({ after }) => {
    const message = isIn(after, 'unwatched') ? unwatchedMessage(after) : undefined
    return message ? [say(after, unwatchedNotice(after.version), message)] : []
  },

  'anything → another card': ({ after }) => [{ do: 'redraw the card', thread: after }]
}

/** What follows from moves that are stored together; what several are told alike is said in one message. */
export function consequencesOf(moves: Move[]): Consequence[] {
  const told = moves
    .filter(({ before }) => isIn(before, 'watching') && quietMessageOf(before) === undefined)
    .map(({ after }) => after)
  return [
    ...moves.flatMap(move => Object.values(TABLE).flatMap(follow => follow(move))),
    ...resultsFor(told.filter(followup => isIn(followup, 'finished'))),
    ...quietsFor(told)
  ]
}

/** One result a thread for all its follow-ups that ended with the same look at the job. */
function resultsFor(finished: In<'finished'>[]): Consequence[] {
  return finished.flatMap(first => {
    const [leader, ...others] = finished.filter(followup => isSameThread(followup, first) && isSameEnd(followup, first))
    if (leader !== first) return []
    return [say(first, 'result', { ...resultMessage([first, ...others]), broadcast: true })]
  })
}

/** One message for all those of a thread that are told the same with one look. */
function quietsFor(told: Followup[]): Consequence[] {
  return told.flatMap(first => {
    if (quietMessageOf(first) !== first.id) return []
    const message = quietMessage(told.filter(followup => quietMessageOf(followup) === first.id))
    return message ? [say(first, 'quiet', message)] : []
  })
}

const redraw = ({ id }: Followup, notice: Notice): Consequence => ({ do: 'redraw', followupId: id, notice })

function say(followup: Followup, kind: Parameters<typeof messageId>[1], message: Post['message']): Consequence {
  return { do: 'say', post: postInThread(followup, kind, message) }
}

export function postInThread(
  { id, teamId, channelId, threadTs }: Followup,
  kind: Parameters<typeof messageId>[1],
  message: Post['message']
): Post {
  return { id: messageId(id, kind), teamId, channelId, threadTs, followupId: id, message }
}
