import { expect, it } from 'vitest'
import { drawNotice } from '../../../src/followups/views/notices.ts'
import { afterWords } from '../../../src/followups/views/result.ts'
import type { PullRequest } from '../../../src/github/github.ts'
import { asShown } from '../../support/as-shown.ts'
import { followupIn, NOW } from '../a-followup.ts'

const LINK = 'https://github.com/acme/docs/pull/12'
const job = { status: 'completed', prLink: LINK, source: { repository: 'https://github.com/acme/docs' } }

const finished = (pullRequest: PullRequest | null) =>
  followupIn<'finished'>(
    { state: 'finished', resultId: 'f_1:result', status: 'completed', sentAtMs: NOW, finishedAtMs: NOW + 60_000, job },
    { shown: { pullRequest } }
  )

const OPEN: PullRequest = { title: 'Add examples', state: 'open', checks: 'none', isReviewAsked: false }

it.each<[PullRequest | null, string[]]>([
  [null, []],
  [OPEN, []],
  [{ ...OPEN, checks: 'running' }, []],
  [{ ...OPEN, checks: 'passed' }, []],
  [{ ...OPEN, checks: 'failed', isReviewAsked: true }, ['checks failed', 'review requested']],
  [{ ...OPEN, state: 'merged', checks: 'failed', isReviewAsked: true }, ['merged']],
  [{ ...OPEN, state: 'closed' }, ['closed without merging']]
])('of %j a result says %j', (pullRequest, words) => {
  expect(afterWords(finished(pullRequest))).toEqual(words)
})

const THE_CHECKS = `The checks of pull request #12 (${LINK})`

it.each<[Partial<PullRequest>, string]>([
  [
    { checks: 'failed' },
    `@Ana, the checks of pull request #12 (${LINK}) failed. Reply here to tell the agent what to do.`
  ],
  [{ checks: 'running' }, `${THE_CHECKS} failed, and are running again.`],
  [{ checks: 'passed' }, `${THE_CHECKS} failed at first, and pass now.`],
  [{ checks: 'none' }, `${THE_CHECKS} failed earlier.`],
  [{ state: 'merged' }, `${THE_CHECKS} failed before it was merged.`],
  [{ state: 'closed' }, `${THE_CHECKS} failed before it was closed.`]
])('once they were told that its checks failed, people read of %j', (facts, words) => {
  expect(asShown(drawNotice('checks', finished({ ...OPEN, ...facts })) ?? { text: '' })).toBe(words)
})

it('nobody is told of the checks of a pull request that nobody has seen', () => {
  expect(drawNotice('checks', finished(null))).toBeUndefined()
})
