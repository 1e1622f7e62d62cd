import type { Followup, In } from './followup.ts'

/** The instruction that holds up a job's line, and how many wait behind it. */
export type Hold = { first: In<'held'>; behind: number }

/** How many wait behind this one. */
export const behindOf = ({ id }: Followup, hold: Hold | undefined): number => (hold?.first.id === id ? hold.behind : 0)
