import { describe, expect, it } from 'vitest'
import type { AgentJob } from '../../../src/agent/agent-job.ts'
import { decideJobWatches, type JobWatch } from '../../../src/followups/model/job-watch.ts'
import { NOW } from '../a-followup.ts'

const LINK = 'https://github.com/acme/docs/pull/12'
const DAY_MS = 24 * 3_600_000

const watch = (more: Partial<JobWatch> = {}): JobWatch => ({
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

const look = (job: AgentJob | undefined, nowMs = NOW + 60_000, of = watch()) =>
  decideJobWatches([of], [], { ...(job && { job }), nowMs, random: 0.5 })[0]

describe('somebody who waits to hear how a job ends', () => {
  it.each<[string, AgentJob, string | undefined]>([
    ['hears at once of an end with a link', { status: 'completed', prLink: LINK }, 'ended'],
    ['hears at once of a failure', { status: 'failed' }, 'ended'],
    ['hears at once of an archived job', { status: 'archived' }, 'ended'],
    ['waits while it works', { status: 'active' }, undefined],
    ['waits while nobody knows', { status: 'waiting_for_review' }, undefined],
    ['waits a moment for a link', { status: 'completed', prLink: null }, undefined]
  ])('%s', (_, job, because) => {
    expect(look(job)?.over?.because).toBe(because)
  })

  it('hears of an end without a link once it has lasted for ten seconds', () => {
    const job = { status: 'completed', prLink: null }
    const first = look(job)
    expect(first).toMatchObject({ next: { ended: { atMs: NOW + 60_000 } }, againInMs: 10_000 })
    expect(look(job, NOW + 69_999, first?.next)?.over).toBeUndefined()
    expect(look(job, NOW + 70_000, first?.next)?.over).toMatchObject({ because: 'ended', status: 'completed' })
    expect(look({ status: 'active' }, NOW + 70_000, first?.next)?.next?.ended).toBeNull()
  })

  it('gets a link that comes within ten minutes, unless it may be other work’s', () => {
    const atMs = NOW + 60_000
    const job = { status: 'completed', prLink: null }
    const told = look(job, atMs, watch({ ended: { atMs: NOW + 50_000, job } }))
    expect(told).toMatchObject({ over: { because: 'ended' }, next: { ended: { linkUntilMs: atMs + 600_000 } } })
    const linked = { status: 'completed', prLink: LINK }
    const later = (seen: AgentJob, afterMs: number, lastSentMs = 0) =>
      decideJobWatches(told?.next ? [told.next] : [], [], {
        job: seen,
        lastSentMs,
        nowMs: atMs + afterMs,
        random: 0.5
      })[0]
    expect(later(job, 30_000)).toEqual({ before: told?.next, next: told?.next, againInMs: 30_000 })
    expect(later(linked, 599_999)).toEqual({
      before: told?.next,
      over: { because: 'ended', status: 'completed', job: linked }
    })
    for (const other of [later(linked, 600_000), later(linked, 60_000, atMs + 1), later({ status: 'active' }, 60_000)])
      expect(other).toEqual({ before: told?.next })
  })

  it('hears after two weeks, and not before, that it has not ended', () => {
    expect(look({ status: 'active' }, NOW + 14 * DAY_MS - 1)?.over).toBeUndefined()
    expect(look({ status: 'active' }, NOW + 14 * DAY_MS)?.over?.because).toBe('too long')
    expect(look(undefined, NOW + 14 * DAY_MS)?.over?.because).toBe('too long')
  })
})
