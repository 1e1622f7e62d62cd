import type { Consequence, Move } from './consequences.ts'
import { type In, isIn } from './model/followup.ts'
import { noticeOf } from './model/message-ids.ts'
import { resultMessage } from './views/result.ts'
import { viewAbout } from './views/schedule-views.ts'

/** One result a thread for all its follow-ups for which the same run has ended. */
export function resultsOf(moves: Move[]): Consequence[] {
  const ended = moves.flatMap(({ before, after }) =>
    isIn(before, 'watching') && isIn(after, 'finished') ? [after] : []
  )
  return [...Map.groupBy(ended, ({ progress }) => progress.resultId)].flatMap(([resultId, together]) => {
    const [first] = together
    if (first === undefined) return []
    const about = viewAbout(first, noticeOf(resultId).kind)
    // If the job works again before it is posted, it says this.
    const view = { ...about, message: { ...about.message, ...resultMessage(first, together) } }
    const isThreadOnly = together.every(followup => followup.isThreadOnly)
    const ids = together.map(({ id }) => id)
    return [
      {
        do: 'tell the result',
        view,
        together: ids,
        isNews: together.some(isNews),
        results: first.results,
        isThreadOnly
      }
    ]
  })
}

/** A failure, or a link that people have not seen yet. */
const isNews = ({ progress: { status, job, linkBefore } }: In<'finished'>) =>
  status !== 'completed' || (Boolean(job.prLink) && job.prLink !== linkBefore)
