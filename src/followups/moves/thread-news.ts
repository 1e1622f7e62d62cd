import { quietMessage, quietMessageOf } from '../messages/quiet-message.ts'
import { resultMessage } from '../messages/thread-messages.ts'
import { postAbout } from '../post-about.ts'
import { type Followup, type In, isIn, isSameEnd, isSameThread } from '../rules/followup.ts'
import type { Consequence, Move } from './consequences.ts'

/** What is said in threads of moves that are stored together: follow-ups that are told the same share one message. */
export function threadNewsOf(moves: Move[]): Consequence[] {
  const watched = moves.filter(({ before }) => isIn(before, 'watching'))
  const told = watched.filter(({ before }) => quietMessageOf(before) === undefined)
  return [...resultsFor(moves.flatMap(newResult)), ...quietsFor(told.map(({ after }) => after))]
}

/** It has ended, or what was told quietly has become news. */
function newResult({ before, after }: Move): In<'finished'>[] {
  if (!isIn(after, 'finished') || after.progress.toldIn !== undefined) return []
  return isIn(before, 'watching') || (isIn(before, 'finished') && before.progress.toldIn !== undefined) ? [after] : []
}

/** One result a thread for all its follow-ups that ended with the same look at the job. */
function resultsFor(finished: In<'finished'>[]): Consequence[] {
  return finished.flatMap(first => {
    const [leader, ...others] = finished.filter(followup => isSameThread(followup, first) && isSameEnd(followup, first))
    if (leader !== first) return []
    const all = [first, ...others] as const
    const post = postAbout(first, 'result', resultMessage([...all]))
    const isThreadOnly = all.every(followup => followup.isThreadOnly)
    const together = all.map(({ id }) => id)
    const told = { post, together, isNews: all.some(isNews), isThreadOnly }
    return [{ do: 'tell the result', ...told }]
  })
}

/** A failure, or a link that people have not seen yet. */
const isNews = ({ progress: { status, job, linkBefore } }: In<'finished'>) =>
  status !== 'completed' || (Boolean(job.prLink) && job.prLink !== linkBefore)

/** One message per thread for all its follow-ups that are told the same with one look. */
function quietsFor(told: Followup[]): Consequence[] {
  return told.flatMap(first => {
    if (quietMessageOf(first) !== first.id) return []
    const message = quietMessage(told.filter(followup => quietMessageOf(followup) === first.id))
    return message ? [{ do: 'say', post: postAbout(first, 'quiet', message) }] : []
  })
}
