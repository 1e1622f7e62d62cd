import type { Followup } from './followup.ts'
import type { Hold } from './hold.ts'
import type { SeenJob } from './seen-job.ts'
import type { WaitCount } from './wait.ts'

/** An instruction, with what is known about its job, what holds up the job's line, and how many others wait in its channel. */
export type SeenFollowup = { followup: Followup; job: SeenJob; hold?: Hold | undefined; waits?: WaitCount | undefined }

/** In the order in which people want to see them. */
export const GROUPS = ['undecided', 'held', 'running', 'waiting', 'idle', 'done', 'earlier'] as const

/** Some of the jobs that a person may see, and how many there are of each kind. */
export type SeenJobs = { jobs: SeenFollowup[]; counts: Record<(typeof GROUPS)[number], number> }
