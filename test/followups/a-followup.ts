import type { AgentJob } from '../../src/agent/agent-job.ts'
import { evidenceAtSend } from '../../src/followups/model/evidence.ts'
import { type Deferred, type Followup, type In, isDeferred, type With } from '../../src/followups/model/followup.ts'
import type { JobWatch } from '../../src/followups/model/job-watch.ts'
import type { Finished, ProgressOf, State } from '../../src/followups/model/progress.ts'
import { toWaiting, type Wait } from '../../src/followups/model/wait.ts'

export const NOW = Date.UTC(2026, 10, 20, 14, 0, 0)

export const TURN = { state: 'waiting', why: 'turn', sinceMs: NOW } as const

/** A command's follow-up in one state. */
export function followupIn<S extends State>(progress: ProgressOf<S>, other: Partial<Followup> = {}): In<S> {
  return {
    id: 'f_1',
    projectId: 'project-1',
    jobId: 'job_8f2',
    teamId: 'T1',
    channelId: 'C1',
    threadTs: '1.000001',
    replyTs: null,
    responseUrl: null,
    requesterId: 'U0ANA',
    prompt: 'add examples',
    inLineAtMs: NOW,
    writtenAtMs: NOW,
    version: 3,
    isMuted: false,
    closedBecause: null,
    ...other,
    progress
  }
}

/** Its author wants it to wait. */
export function deferredIn(wait: Wait, other: Partial<Followup> = {}): Deferred {
  const followup = followupIn<'waiting'>(toWaiting(wait, NOW), other)
  if (!isDeferred(followup)) throw new Error('Cannot make one that waits')
  return followup
}

/** Its run has ended. */
export function finished(facts: Partial<Finished> = {}, other: Partial<Followup> = {}): With<Finished> {
  const end = { state: 'ended', how: 'completed', job: {}, sentAtMs: NOW, atMs: NOW, resultId: 'f_1:result' } as const
  const progress = { ...end, ...facts }
  return { ...followupIn<'ended'>(progress, other), progress }
}

/** Ben wants to hear how the job ends. */
export const jobWatch = (more: Partial<JobWatch> = {}): JobWatch => ({
  id: 'w_1',
  projectId: 'project-1',
  jobId: 'job_8f2',
  teamId: 'T1',
  userId: 'U0BEN',
  threadUrl: null,
  sinceMs: NOW,
  sawWork: true,
  ended: null,
  ...more
})

const AT_REST: AgentJob = { status: 'completed', prLink: null, archivedAt: null }

export const watching = (progress: Partial<ProgressOf<'watching'>> = {}, before = AT_REST): In<'watching'> =>
  followupIn<'watching'>({
    state: 'watching',
    delivery: 'sure',
    sentAtMs: NOW,
    evidence: evidenceAtSend(before, NOW),
    ...progress
  })
