import type { Consequence, Move } from './consequences.ts'
import { isIn, type JobKey, UNSENT } from './model/followup.ts'

/** What moves that are stored together mean for the lines of their jobs. */
export const lineNewsOf = (moves: Move[]): Consequence[] => [...nextInLine(moves), ...linesFor(moves)]

/** Once for each job in whose line a place became free. */
function nextInLine(moves: Move[]): Consequence[] {
  const left = moves.filter(leavesPlace)
  const leaving = left.map(({ after }) => after.id)
  return jobsOf(left).map(job => ({ do: 'wake the line', job, leaving }))
}

/** What was neither held nor waited has held up nobody. */
function linesFor(moves: Move[]): Consequence[] {
  const shown = moves.filter(move => {
    const { before, after } = move
    const isSent = isIn(before, 'sending') && before.progress.held === undefined
    return isIn(after, 'held') || entersLine(move) || (leavesPlace(move) && !isSent)
  })
  return jobsOf(shown).map(job => ({ do: 'redraw the line', job }))
}

const entersLine = ({ before, after }: Move) => !isIn(before, ...UNSENT) && isIn(after, ...UNSENT)

/** It leaves the line, or goes to its end: what was behind it may be first now. */
const leavesPlace = ({ before, after }: Move) =>
  isIn(before, ...UNSENT) && (!isIn(after, ...UNSENT) || after.inLineAtMs > before.inLineAtMs)

function jobsOf(moves: Move[]): JobKey[] {
  const jobs = moves.map(({ after }) => after)
  return jobs.filter((job, at) => jobs.findIndex(other => isSameJob(other, job)) === at)
}

const isSameJob = (a: JobKey, b: JobKey) => a.projectId === b.projectId && a.jobId === b.jobId
