import { describe, expect, it } from 'vitest'
import { drawNotice } from '../../../src/followups/views/notices.ts'
import {
  afterWords,
  pullRequestButtons,
  pullRequestLink,
  pullRequestName,
  resultMessage
} from '../../../src/followups/views/result.ts'
import type { PullRequest } from '../../../src/github/github.ts'
import { OPEN } from '../../github/github-at.ts'
import { asShown } from '../../support/as-shown.ts'
import { finished as finishedIn, NOW } from '../a-followup.ts'

const GITHUB = 'https://github.com/acme/docs'
const jobWith = (prLink: string, repository: string | null = GITHUB) => ({ prLink, source: { repository } })

describe('a pull request', () => {
  it.each([
    [GITHUB, 'https://github.com/acme/docs/pull/12', 'pull request #12'],
    [GITHUB, 'https://github.com/acme/docs/pull/12/files', 'pull request #12'],
    [GITHUB, 'https://GitHub.com:443/acme/docs/pull/12', 'pull request #12'],
    ['git@github.com:acme/docs.git', 'https://github.com/acme/docs/pull/12', 'pull request #12'],
    ['ssh://git@github.com/acme/docs.git', 'https://github.com/acme/docs/pull/12', 'pull request #12'],
    ['https://gitlab.com/a/b', 'https://gitlab.com/a/b/-/merge_requests/7', 'pull request #7'],
    ['https://bitbucket.org/a/b', 'https://bitbucket.org/a/b/pull-requests/3', 'pull request #3'],
    ['https://git.example:8443/a/b', 'https://git.example:8443/c/77', 'pull request'],
    [GITHUB, `https://github.com/acme/docs/pull/${'1'.repeat(13)}`, 'pull request']
  ])('of %s at %s is named by its number', (repository, link, name) => {
    expect(pullRequestName(jobWith(link, repository))).toBe(name)
  })

  it.each([
    [GITHUB, 'https://github.com@evil.example/acme/docs/pull/12', 'evil.example'],
    [GITHUB, 'https://github.com:x@evil.example:8443/acme/docs/pull/12', 'evil.example:8443'],
    [GITHUB, 'https://evil.example/github.com/acme/docs/pull/12', 'evil.example'],
    [GITHUB, 'https://github.com.evil.example/pull/12', 'github.com.evil.example'],
    [GITHUB, 'https://github.com\\@evil.example/pull/12', undefined],
    [GITHUB, 'https://gıthub.com/acme/docs/pull/12', 'xn--gthub-n4a.com'],
    [
      GITHUB,
      `https://${'github.com.'.repeat(9)}evil.example/pull/1`,
      `…${`${'github.com.'.repeat(9)}evil.example`.slice(-49)}`
    ],
    ['acme/docs', 'https://github.com/acme/docs/pull/12', 'github.com'],
    [null, 'https://github.com/acme/docs/pull/12', 'github.com']
  ])('of %s at %s is shown with the host it leads to', (repository, link, host) => {
    expect(pullRequestName(jobWith(link, repository))).toBe(host ? `pull request on ${host}` : 'pull request #12')
  })

  it('opens at the address its name claims, without a user name and password in it', () => {
    const job = jobWith('https://github.com:443@evil.example/acme/docs/pull/12')
    const address = 'https://evil.example/acme/docs/pull/12'
    expect(pullRequestButtons(job, true)).toMatchObject([
      { text: { text: 'View pull request on evil.example' }, url: address }
    ])
    expect(pullRequestLink(job)).toBe(`<${address}|pull request on evil.example>`)
  })

  it('has no address if Slack would reject it', () => {
    for (const link of [
      `https://github.com/pull/1?${'x'.repeat(3_000)}`,
      `https://github.com/pull/1?${'é'.repeat(400)}`
    ]) {
      const job = jobWith(link)
      expect([pullRequestLink(job), pullRequestButtons(job, true)]).toEqual(['pull request #1', []])
    }
    expect(pullRequestLink(jobWith('https://github.com/a|b&c'))).toBe('<https://github.com/a%7Cb&amp;c|pull request>')
    expect(pullRequestButtons(jobWith('javascript:alert(1)'), true)).toEqual([])
  })

  it.each([null, undefined, {}, { prLink: null }])('is not mentioned when a job has none: %j', job => {
    expect([pullRequestName(job), pullRequestLink(job)]).toEqual([undefined, undefined])
    expect(pullRequestButtons(job, true)).toEqual([])
  })
})

const LINK = 'https://github.com/acme/docs/pull/12'
const JOB = { status: 'completed', prLink: LINK, source: { repository: 'https://github.com/acme/docs' } }

const finished = (pullRequest: PullRequest | null) =>
  finishedIn({ atMs: NOW + 60_000, job: JOB }, { shown: { pullRequest } })

it.each<[PullRequest | null, string[]]>([
  [null, []],
  [OPEN, []],
  [{ ...OPEN, failedChecks: [''], isReviewAsked: true }, ['checks failed', 'review requested']],
  [
    { ...OPEN, failedChecks: ['a <b>', 'lint'], changesAskedBy: ['octo-ana'] },
    ['checks failed: a &lt;b&gt; and lint', 'changes requested by octo-ana']
  ],
  [{ ...OPEN, failedChecks: ['a', 'b', 'c', 'd', 'e'] }, ['checks failed: a, b, c and 2 more']],
  [{ ...OPEN, state: 'merged', failedChecks: ['lint'], isReviewAsked: true }, ['merged']],
  [{ ...OPEN, state: 'closed' }, ['closed without merging']]
])('of %j a result says %j', (pullRequest, words) => {
  expect(afterWords(finished(pullRequest))).toEqual(words)
})

const THE_CHECKS = `The checks of pull request #12 (${LINK})`

it.each<[Partial<PullRequest>, string]>([
  [
    { failedChecks: ['lint'] },
    `@Ana, the checks of pull request #12 (${LINK}) failed. Reply in this thread to tell the agent what to do.\n[Send follow-up]`
  ],
  [{ failedChecks: [] }, `${THE_CHECKS} failed earlier.`],
  [{ state: 'merged' }, `${THE_CHECKS} failed earlier.`]
])('once they were told that its checks failed, people read of %j', (facts, words) => {
  expect(asShown(drawNotice('checks', finished({ ...OPEN, ...facts })) ?? { text: '' })).toBe(words)
})

it('names what it was about, also when what was sent last has had another run since', () => {
  const other = { resultId: 'f_2:result-2', earlier: ['f_1:result'] }
  const together = [finishedIn({}, { prompt: 'add examples' }), finishedIn(other, { id: 'f_2', prompt: 'shorten it' })]
  expect(resultMessage(finishedIn({}, { prompt: 'add examples' }), together).text).toContain(
    '>add examples\n\n>shorten it\n2 follow-ups'
  )
})
