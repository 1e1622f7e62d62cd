import { type Habit, learntFrom, startOfMs } from '../../agent/habit.ts'

/** Half of the work in a repository takes no longer than the one, four in five pieces no longer than the other. */
export type UsualTime = { medianMs: number; mostMs: number }

/** From fewer ends, nobody should expect anything. */
const KNOWN_FROM_ENDS = 5

/** How long work usually takes by this habit. Undefined: too little of it has ended to tell. */
export function usualTime(habit: Habit): UsualTime | undefined {
  const { ends, count } = learntFrom(habit)
  if (count < KNOWN_FROM_ENDS) return undefined
  return { medianMs: ageBy(ends, 0.5), mostMs: ageBy(ends, 0.8) }
}

/** The age by which this share of them had ended. */
function ageBy(ends: number[], share: number): number {
  let missing = share * ends.reduce((total, ended) => total + ended, 0)
  for (const [stretch, ended] of ends.entries()) {
    if (missing < ended) return Math.round(startOfMs(stretch + missing / ended))
    missing -= ended
  }
  return startOfMs(ends.length)
}
