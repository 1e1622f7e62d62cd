import { type Habit, startOfMs, stretchAt } from './habit.ts'

const FIRST_LOOK_MS = 5_000
const SECOND_LOOK_MS = 20_000
const SHORTEST_MS = 8_000
const LONGEST_MS = 30_000
const JITTER = 0.1

/**
 * How long to wait before the next look at a job, by the age of the follow-up: at 5 s, at 20 s, then by the habit, or by the age
 * alone where there is none to go by, and always between 8 s and 30 s. `random` is between 0 and 1 and shifts the wait by up to
 * 10 % either way.
 */
export function nextLookMs(ageOnOurClockMs: number, random: number, habit?: Habit): number {
  // Another process's clock may be ahead of ours.
  const ageMs = Math.max(ageOnOurClockMs, 0)
  if (ageMs < FIRST_LOOK_MS) return FIRST_LOOK_MS - ageMs
  if (ageMs < SECOND_LOOK_MS) return Math.max(SECOND_LOOK_MS - ageMs, 1_000)
  const waitMs = habit ? waitByHabitMs(ageMs, habit) : waitByAgeMs(ageMs)
  return Math.round(waitMs * (1 - JITTER + 2 * JITTER * random))
}

const bounded = (waitMs: number) => Math.min(Math.max(waitMs, SHORTEST_MS), LONGEST_MS)

/** As many seconds as the square root of the age in seconds. */
const waitByAgeMs = (ageMs: number) => bounded(Math.sqrt(ageMs * 1_000))

/** A wait can reach into stretches in which it would be longer or shorter: it is over once its parts add up to a whole one. */
function waitByHabitMs(ageMs: number, habit: Habit): number {
  const waitsMs = toWaitsMs(habit)
  let missing = 1
  let atMs = ageMs
  for (let stretch = Math.max(stretchAt(ageMs), 1); stretch < waitsMs.length; stretch++) {
    const waitMs = waitsMs[stretch] ?? LONGEST_MS
    const leftMs = startOfMs(stretch + 1) - atMs
    if (leftMs >= missing * waitMs) return atMs + missing * waitMs - ageMs
    missing -= leftMs / waitMs
    atMs += leftMs
  }
  return atMs + missing * LONGEST_MS - ageMs
}

/** Until more is known: as if in each stretch five more had come so far, and one in twenty of them had ended there. */
const DOUBT = { came: 5, ended: 0.25 }

/**
 * The wait in each stretch of age. Few looks find an end soon if they are as far apart as √(1 / hazard), the hazard being how
 * likely the work is to end just then, once it has come so far. The scale is the one at which ends are found as soon, on average,
 * as by the age alone.
 */
function toWaitsMs(habit: Habit): number[] {
  let beyond = 0
  const distances = habit.map(() => 0)
  for (let stretch = habit.length - 1; stretch >= 0; stretch--) {
    const ended = habit[stretch] ?? 0
    const lengthMs = startOfMs(stretch + 1) - startOfMs(stretch)
    distances[stretch] = Math.sqrt((lengthMs * (beyond + ended / 2 + DOUBT.came)) / (ended + DOUBT.ended))
    beyond += ended
  }
  const totalMs = (waitMs: (stretch: number) => number) =>
    habit.reduce((sum, ended, stretch) => sum + ended * waitMs(stretch), 0)
  const byAgeMs = totalMs(stretch => waitByAgeMs(startOfMs(stretch + 0.5)))
  // At the one every wait is the shortest, at the other every wait is the longest.
  let [least, most] = [0.1, 1_000]
  for (let step = 0; step < 12; step++) {
    const scale = Math.sqrt(least * most)
    if (totalMs(stretch => bounded(scale * (distances[stretch] ?? 0))) > byAgeMs) most = scale
    else least = scale
  }
  return distances.map(distance => bounded(least * distance))
}
