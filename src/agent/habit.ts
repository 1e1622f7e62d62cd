import { z } from 'zod'

// Stretches of age that grow with it, four to a doubling: the first lasts until 25 s, the last begins after a day.
const STRETCHES = 49
const FIRST_MS = 25_000
const PER_DOUBLING = 4

/** How long the work on an instruction usually takes: how many ended in each stretch of its age. Older ones count for less. */
export const habitSchema = z.array(z.number().nonnegative()).length(STRETCHES)
export type Habit = z.output<typeof habitSchema>

const positionOf = (ageMs: number) => 1 + PER_DOUBLING * Math.log2(Math.max(ageMs, 1) / FIRST_MS)

export const stretchAt = (ageMs: number): number => Math.max(Math.floor(positionOf(ageMs)), 0)

/** Half a stretch more is its middle. */
export const startOfMs = (stretch: number): number =>
  stretch <= 0 ? 0 : FIRST_MS * 2 ** ((stretch - 1) / PER_DOUBLING)

const ASSUMED_ENDS = 20
const MEDIAN_MS = 6 * 60_000
const SPREAD = 1.3

/** What is assumed of a repository at first: a log-normal distribution, half of it within six minutes. */
export const ASSUMED: Habit = assume()

function assume(): Habit {
  const densities = Array.from({ length: STRETCHES }, (_, stretch) => {
    const z = Math.log(startOfMs(stretch + 0.5) / MEDIAN_MS) / SPREAD
    return stretch === 0 ? 0 : Math.exp((-z * z) / 2)
  })
  const sum = densities.reduce((total, density) => total + density)
  return densities.map(density => (ASSUMED_ENDS * density) / sum)
}

/** With every end, the earlier ones lose this much: after two hundred they count for a third. */
const FADES = 1 / 200

/** The habit after one more end, which counts for the stretches beside its own too: the next one will not take exactly as long. */
export function learn(habit: Habit, durationMs: number): Habit {
  const at = Math.min(Math.max(positionOf(durationMs), 0.5), STRETCHES - 0.5)
  return habit.map((weight, stretch) => {
    const share = Math.max(0, 1 - Math.abs(stretch + 0.5 - at) / 2) / 2
    return Math.round((weight * (1 - FADES) + share) * 1_000) / 1_000
  })
}

/** Never quite none, so that a habit that is full can be counted too. */
const LEAST_LEFT = 1e-6

/**
 * What was learnt, without what is still assumed, and from how many ends. Each end adds one, and all fade alike: so the sum tells
 * how much is left of what was assumed at first.
 */
export function learntFrom(habit: Habit): { ends: number[]; count: number } {
  const most = 1 / FADES
  const sum = habit.reduce((total, weight) => total + weight)
  const left = Math.max((most - sum) / (most - ASSUMED_ENDS), LEAST_LEFT)
  const ends = habit.map((weight, stretch) => Math.max(weight - left * (ASSUMED[stretch] ?? 0), 0))
  return { ends, count: Math.round(Math.log(left) / Math.log(1 - FADES)) }
}
