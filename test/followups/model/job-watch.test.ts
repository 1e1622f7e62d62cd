import { describe, expect, it } from 'vitest'
import type { AgentJob } from '../../../src/agent/agent-job.ts'
import type { InPlay, Looked } from '../../../src/followups/model/decide-watch.ts'
import { decideJobWatches, isQuietWatch, isTold, type JobWatch } from '../../../src/followups/model/job-watch.ts'
import { finished, NOW, jobWatch as watch, watching } from '../a-followup.ts'

const LINK = 'https://github.com/acme/docs/pull/12'
const DAY_MS = 24 * 3_600_000

type Moment = Partial<Parameters<typeof decideJobWatches>[2]>

const lookAt = (watch: JobWatch, moment: Moment, looks: Looked[] = []) =>
  decideJobWatches([watch], looks, { nowMs: NOW + 60_000, random: 0.5, ...moment })[0]

const look = (job: AgentJob | undefined, nowMs = NOW + 60_000, of = watch()) =>
  lookAt(of, { ...(job && { job }), nowMs })

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
      told?.next && lookAt(told.next, { job: seen, lastSentMs, nowMs: atMs + afterMs })
    expect(later(job, 30_000)).toEqual({ before: told?.next, next: told?.next, againInMs: 30_000 })
    const over = { because: 'ended', status: 'completed', job: linked }
    expect(later(linked, 599_999)).toEqual({ before: told?.next, over })
    expect(later({ status: 'paused', prLink: LINK }, 60_000)?.over).toMatchObject({ status: 'completed' })
    const unread = told?.next && look(undefined, atMs + 30_000, told.next)
    expect(unread).toEqual({ before: told?.next, next: told?.next, againInMs: 30_000 })
    const linkedBefore = watch({ ended: { atMs, job: linked, linkUntilMs: atMs + 600_000 } })
    expect(look(linked, atMs + 30_000, linkedBefore)).toMatchObject({ next: linkedBefore, againInMs: 30_000 })
    for (const other of [later(linked, 600_000), later(linked, 60_000, atMs), later({ status: 'active' }, 60_000)])
      expect(other).toEqual({ before: told?.next })
  })

  it('hears after two weeks, and not before, that it has not ended', () => {
    expect(look({ status: 'active' }, NOW + 14 * DAY_MS - 1)?.over).toBeUndefined()
    expect(look({ status: 'active' }, NOW + 14 * DAY_MS)?.over?.because).toBe('too long')
    expect(look(undefined, NOW + 14 * DAY_MS)?.over?.because).toBe('too long')
  })
  it('hears that it has gone on for a day, once, and only from a look that could read it', () => {
    const seen = (record: AgentJob, seenAtMs: number | null) => ({ seenBefore: { record, seenAtMs } })
    const isAfterDay = (nowMs: number, job: AgentJob | undefined, more = {}) =>
      lookAt(watch(), { ...(job && { job }), nowMs, ...more })?.isAfterDay
    const [day, active] = [NOW + DAY_MS, { status: 'active' }]
    expect([isAfterDay(day, active), isAfterDay(day, active, seen(active, null))]).toEqual([true, true])
    expect(isAfterDay(day + 9, active, seen(active, day - 1))).toBe(true)
    expect(isAfterDay(day + 9, active, seen(active, day))).toBe(false)
    expect([isAfterDay(day - 1, active), isAfterDay(day, undefined)]).toEqual([false, false])
  })

  it('hears that the job is gone, or that it was idle all along', () => {
    const idle = watch({ sawWork: false })
    expect(lookAt(idle, { isGone: true, nowMs: NOW })?.over).toEqual({ because: 'gone' })
    expect(look({ status: 'completed', prLink: null }, NOW + 60_000, idle)?.over).toEqual({ because: 'idle' })
    expect(look({ status: 'paused' }, NOW + 60_000, idle)?.next).toEqual(idle)
  })
})

describe('where follow-ups are watched as well', () => {
  const done = { status: 'completed', prLink: LINK }
  const at = (before: InPlay, next: Looked['next'] = before): Looked => ({ before, next, againInMs: undefined })
  const beside = (looks: Looked[], { sawWork = true, isToCome = false } = {}) =>
    lookAt(watch({ sawWork }), { job: done, isToCome }, looks)

  it('their result is the end, late or not, and with a link to come or without', () => {
    const late = { seenAtMs: NOW, wasWorking: true }
    const { over, next } = beside([at(watching(), finished({ how: 'failed', job: done, late }))]) ?? {}
    expect([over, next]).toEqual([{ because: 'ended', status: 'failed', job: done, late }, undefined])
    expect(beside([at(watching(), finished({ job: done })), at(watching())])?.over).toMatchObject({ because: 'ended' })
    const open = beside([at(watching(), finished({ openUntilMs: NOW + 1 }))])
    expect(open).toMatchObject({
      over: { job: {} },
      next: { ended: { atMs: NOW + 60_000, linkUntilMs: NOW + 660_000 } }
    })
    expect(open?.next && [isTold(open.next), isTold(watch())]).toEqual([true, false])
    expect(beside([at(finished({ how: 'failed' }))])?.over).toMatchObject({ status: 'completed' })
  })

  it('what was sent and has yet to end is waited for, unless people were told that it has not started', () => {
    expect(beside([at(finished()), at(watching())])).toEqual({ before: watch(), next: watch(), againInMs: 8_000 })
    expect(beside([at(watching({ toldAtMs: NOW }))])?.over).toMatchObject({ because: 'ended' })
    expect(beside([at(watching({ toldAtMs: NOW }))], { sawWork: false })?.over).toBeUndefined()
    expect(beside([], { isToCome: true, sawWork: false })?.over).toBeUndefined()
    expect(beside([], { isToCome: true })?.over).toMatchObject({ because: 'ended' })
    expect(beside([], { sawWork: false })?.over).toEqual({ because: 'idle' })
  })

  it('what is still to come is waited for beyond two weeks, until the job has worked', () => {
    const overOf = (sawWork: boolean, isToCome: boolean) =>
      lookAt(watch({ sawWork }), { job: { status: 'paused' }, isToCome, nowMs: NOW + 14 * DAY_MS })?.over
    expect(overOf(false, true)).toBeUndefined()
    expect([overOf(true, true), overOf(false, false)]).toEqual([{ because: 'too long' }, { because: 'too long' }])
  })
})

it('a look that found nothing new is quiet', () => {
  const before = watch()
  expect(isQuietWatch({ before, next: { ...before }, againInMs: 5 })).toBe(true)
  expect(isQuietWatch({ before, next: before, isAfterDay: true })).toBe(false)
  expect(isQuietWatch({ before, next: before, over: { because: 'gone' } })).toBe(false)
  expect(isQuietWatch({ before, next: { ...before, sawWork: false } })).toBe(false)
})
