import { ASSUMED, type Habit, learn } from '../../agent/habit.ts'
import { type Followup, isIn } from './followup.ts'
import type { SeenJob } from './seen-job.ts'

/** An end that was found so long after the look before it says too little about when it was. */
const TOO_VAGUE_MS = 2 * 60_000

type Move = { before: Followup; after: Followup }

/** The habit once the watches that ended have been learnt from; undefined if none has. */
export function learnFrom(moves: Move[], { habit = ASSUMED, seenAtMs }: SeenJob): Habit | undefined {
  const durationsMs = moves.flatMap(move => durationMs(move, seenAtMs ?? 0) ?? [])
  return durationsMs.length === 0 ? undefined : durationsMs.reduce((known, each) => learn(known, each), habit)
}

/** From the send to the look that first saw the end. */
function durationMs({ before, after }: Move, lookedBeforeMs: number): number | undefined {
  if (!isIn(before, 'watching') || !isIn(after, 'finished')) return undefined
  const { finishedAtMs, endedAtMs = finishedAtMs, sentAtMs, resumed, late } = after.progress
  // For a while nobody looked: between the end of a watch and its resumption, or because no bot ran.
  if (resumed ?? late) return undefined
  return endedAtMs - Math.max(lookedBeforeMs, sentAtMs) > TOO_VAGUE_MS ? undefined : endedAtMs - sentAtMs
}
