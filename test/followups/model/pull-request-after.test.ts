import { describe, expect, it } from 'vitest'
import {
  decideAfterLook,
  type FollowedPullRequest,
  nextPullRequestLookMs,
  pullRequestsOf
} from '../../../src/followups/model/pull-request-after.ts'
import type { PullRequest } from '../../../src/github/github.ts'
import { OPEN } from '../../github/github-at.ts'
import { finished, NOW, watching } from '../a-followup.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const followed = (facts: Partial<FollowedPullRequest> = {}): FollowedPullRequest => ({
  projectId: 'project-1',
  link: 'https://github.com/acme/docs/pull/12',
  namedAtMs: NOW - MINUTE_MS,
  lookAtMs: NOW,
  seen: OPEN,
  seenAtMs: NOW - 30_000,
  trouble: null,
  checksFollowupId: null,
  ...facts
})

const look = (before: FollowedPullRequest, seen: Partial<PullRequest>) =>
  decideAfterLook(before, { kind: 'seen', pullRequest: { ...OPEN, ...seen } }, { nowMs: NOW, random: 0.5 })

/** When it is looked at again. */
const again = ({ next }: { next: FollowedPullRequest }) => next.lookAtMs && next.lookAtMs - NOW

describe('when a pull request is looked at again', () => {
  it.each([
    ['just now', 0, MINUTE_MS],
    ['nine minutes ago', 9 * MINUTE_MS, MINUTE_MS],
    ['an hour ago', HOUR_MS, 6 * MINUTE_MS],
    ['ten hours ago', 10 * HOUR_MS, HOUR_MS],
    ['six days ago', 6 * 24 * HOUR_MS, HOUR_MS],
    ['a week ago', 7 * 24 * HOUR_MS, null]
  ])('named %s', (_, ageMs, expected) => {
    expect(again(look(followed({ namedAtMs: NOW - ageMs }), {}))).toBe(expected)
  })

  it('not at all once it is merged; one that is closed may be reopened', () => {
    expect(again(look(followed(), { state: 'merged' }))).toBe(null)
    expect(again(look(followed(), { state: 'closed' }))).toBe(MINUTE_MS)
  })

  it('also while it cannot be read, and what was seen stays', () => {
    const before = followed()
    const after = decideAfterLook(before, { kind: 'unreadable', why: 'it answered 404' }, { nowMs: NOW, random: 0.5 })
    expect(after).toEqual({
      next: { ...before, trouble: 'it answered 404', lookAtMs: NOW + MINUTE_MS },
      isNews: false,
      mayTell: false
    })
  })

  it('a tenth sooner or later by chance, and less than two hundred times until it is a day old', () => {
    expect([nextPullRequestLookMs(0, 0), nextPullRequestLookMs(0, 1)]).toEqual([54_000, 66_000])
    let looks = 0
    for (let ageMs = 0; ageMs < 24 * HOUR_MS; looks += 1)
      ageMs += nextPullRequestLookMs(ageMs, 0.5) ?? Number.POSITIVE_INFINITY
    expect(looks).toBeLessThan(200)
  })
})

it.each<[string, Partial<FollowedPullRequest>, Partial<PullRequest>, isNews: boolean, mayTell: boolean]>([
  ['the same', {}, {}, false, false],
  ['merged', {}, { state: 'merged' }, true, false],
  ['checks that failed', {}, { failedChecks: ['test'] }, true, true],
  ['checks that failed, a second time', { checksFollowupId: 'f_1' }, { failedChecks: ['test'] }, true, false],
  ['checks that failed of one that is over', {}, { state: 'closed', failedChecks: ['test'] }, true, false],
  ['checks that no longer fail', { seen: { ...OPEN, failedChecks: ['test'] } }, {}, true, false],
  ['a review', {}, { isReviewAsked: true }, true, false],
  ['the first look', { seen: null, seenAtMs: null }, {}, true, false],
  ['the first look since a result named it again', { seenAtMs: NOW - HOUR_MS }, {}, true, false]
])('%s: is it news, and is it said in the thread', (_, before, seen, isNews, mayTell) => {
  expect(look(followed(before), seen)).toMatchObject({ isNews, mayTell })
})

it('a pull request is looked at once, however many results name it', () => {
  const named = (prLink: string | null, jobId: string) => finished({ job: { prLink } }, { jobId })
  const [one, other] = ['https://github.com/acme/docs/pull/12', 'https://github.com/acme/docs/pull/13']
  const all = [watching(), named(one, 'job_1'), named(null, 'job_2'), named(other, 'job_3'), named(one, 'job_4')]
  expect(pullRequestsOf(all)).toEqual([one, other].map(link => ({ projectId: 'project-1', link })))
})
