import { describe, expect, it } from 'vitest'
import { createHostGate } from '../../src/github/github.ts'
import { createStillClock } from '../support/still-clock.ts'
import { type Answer, githubAt, githubThat, json, OPEN, PULL, pull, run, TOKEN, tells } from './github-at.ts'

const limits = (left: number, limit: number, resetS: number) => ({
  'x-ratelimit-remaining': String(left),
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-reset': String(resetS)
})

/** An open pull request about whose check runs GitHub gives this answer. */
const withRuns =
  (runs: Answer, statuses?: object): Answer =>
  (request, response) =>
    request.url?.includes('/check-runs') ? runs(request, response) : tells(pull(), [], statuses)(request, response)

const status = (context: string, state: string) => ({ context, state })
const FAILED = { state: 'failure', total_count: 2 }
const ONE_FAILED = { ...FAILED, statuses: [status('ci/deploy', 'error'), status('ci/old', 'success')] }
const NONE_FAILED = { failedChecks: [] }
const failed = (name = 'test') => run('completed', 'failure', name)
const ended = (...conclusions: string[]) => conclusions.map(conclusion => run('completed', conclusion))
const review = (login: string, state: string) => ({ user: { login }, state })

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

describe('what GitHub says of a pull request', () => {
  it.each<[string, Answer, object]>([
    ['waits', tells(pull()), { state: 'open', failedChecks: [], isReviewAsked: false }],
    ['is merged', tells(pull({ state: 'closed', merged: true })), { state: 'merged', failedChecks: [] }],
    ['is closed', tells(pull({ state: 'closed' })), { state: 'closed' }],
    ['waits for somebody', tells(pull({ requested_reviewers: [{}] })), { isReviewAsked: true }],
    ['waits for a team', tells(pull({ requested_reviewers: [], requested_teams: [{}] })), { isReviewAsked: true }],
    [
      'says how large it is, and how many comments reviews have left',
      tells(pull({ additions: 120, deletions: 8, changed_files: 4, review_comments: 3 })),
      { size: { additions: 120, deletions: 8, files: 4 }, comments: 3 }
    ],
    [
      'has failed checks, by their names',
      tells(pull(), [failed('lint'), run('completed', 'success', 'spelling'), failed('test')], ONE_FAILED),
      { failedChecks: ['lint', 'test', 'ci/deploy'] }
    ],
    [
      'is to be changed, by the latest decision of each who reviewed it',
      tells(pull(), [], undefined, [
        review('octo-ana', 'CHANGES_REQUESTED'),
        review('octo-ben', 'CHANGES_REQUESTED'),
        review('octo-zoe', 'CHANGES_REQUESTED'),
        review('octo-ana', 'COMMENTED'),
        review('octo-ben', 'APPROVED'),
        review('octo-zoe', 'DISMISSED'),
        { user: null, state: 'CHANGES_REQUESTED' }
      ]),
      { changesAskedBy: ['octo-ana'] }
    ],
    ['has a failed check', tells(pull(), [failed(), run('queued')]), { failedChecks: ['test'] }],
    ['has one that took too long', tells(pull(), ended('timed_out')), { failedChecks: ['test'] }],
    ['is being checked', tells(pull(), [...ended('success'), run('in_progress')]), NONE_FAILED],
    ['waits for an approval', tells(pull(), ended('action_required')), NONE_FAILED],
    ['passed its checks', tells(pull(), ended('success', 'skipped', 'neutral')), NONE_FAILED],
    ...['cancelled', 'stale', 'of a later version'].map((conclusion): [string, Answer, object] => [
      `has a check that is ${conclusion}, of which nobody knows whether it passes`,
      tells(pull(), ended('success', conclusion)),
      NONE_FAILED
    ]),
    ['has a failed status', tells(pull(), [], FAILED), { failedChecks: [''] }],
    ['has a status to come', tells(pull(), ended('success'), { state: 'pending', total_count: 1 }), NONE_FAILED],
    ['has a good status', tells(pull(), [], { state: 'success', total_count: 1 }), NONE_FAILED]
  ])('it %s', async (_, answer, expected) => {
    const { github, asked } = await githubThat(answer)
    expect(await github.look(PULL)).toMatchObject({ kind: 'seen', pullRequest: expected })
    expect(asked.map(({ url }) => url).slice(0, 1)).toEqual(['/repos/acme/docs/pulls/12'])
    for (const { headers } of asked)
      expect(headers).toMatchObject({
        authorization: `Bearer ${TOKEN}`,
        accept: 'application/vnd.github+json',
        'x-github-api-version': '2022-11-28',
        'user-agent': 'agent-followup'
      })
  })

  it('it has more checks than fit on a page, of which those on it that failed are named', async () => {
    const runs = { total_count: 101, check_runs: [...ended('success'), failed('lint')] }
    const { github } = await githubThat(withRuns(json(runs)))
    expect(await github.look(PULL)).toMatchObject({ pullRequest: { failedChecks: ['lint'] } })
  })

  it('it has more reviews than fit on a page, so that nobody knows who still asks for changes', async () => {
    const reviews = Array.from({ length: 100 }, () => review('octo-ana', 'CHANGES_REQUESTED'))
    const { github } = await githubThat(tells(pull(), [], undefined, reviews))
    expect(JSON.stringify(await github.look(PULL))).not.toContain('octo-ana')
  })

  it('it has checks that the token may not see, which keeps nobody from seeing the rest', async () => {
    const unseenRuns = json({ message: 'Resource not accessible by personal access token' }, 403)
    const { github, log } = await githubThat(withRuns(unseenRuns, { state: 'failure', total_count: 1 }))
    for (let look = 0; look < 3; look += 1)
      expect(await github.look(PULL)).toMatchObject({ pullRequest: { state: 'open', failedChecks: [''] } })
    const unseen = await githubThat(withRuns(unseenRuns, { state: 'success', total_count: 1 }))
    expect(await unseen.github.look(PULL)).toMatchObject({ pullRequest: { failedChecks: [] } })
    expect(log).toEqual([
      { host: 'GitHub', why: 'it answered 403', words: 'Some checks of pull requests cannot be read' }
    ])
  })
})

it('it has reviews that cannot be read, which keeps nobody from seeing the rest', async () => {
  const { github, asked, log } = await githubThat((request, response) =>
    (request.url?.includes('/reviews') ? json({ message: 'Not Found' }, 404) : tells(pull()))(request, response)
  )
  for (let look = 0; look < 2; look += 1) expect(await github.look(PULL)).toEqual({ kind: 'seen', pullRequest: OPEN })
  expect(asked).toHaveLength(8)
  expect(log).toEqual([{ host: 'GitHub', why: 'it answered 404', words: 'Reviews of pull requests cannot be read' }])
})

describe('what keeps GitHub from saying anything', () => {
  it.each<[string, Answer, string, number]>([
    ['it hangs', () => {}, 'too slow', 120_000],
    ['it breaks off', (_, response) => response.socket?.destroy(), 'cut off', 120_000],
    ['a 500', json({}, 500), 'it answered 500', 120_000],
    ['a 401', json({}, 401), 'it refuses GITHUB_TOKEN', 120_000],
    ['a 429', json({}, 429, { 'retry-after': '30' }), 'its rate limit is used up', 30_000],
    ['a 403 that asks to wait', json({}, 403, { 'retry-after': '90' }), 'its rate limit is used up', 90_000],
    [
      'a 403 of the secondary limit',
      json({ message: 'You have exceeded a secondary rate limit' }, 403),
      'its rate limit is used up',
      120_000
    ]
  ])('%s: nobody asks again for a while, and the log says it once', async (_, answer, why, forMs) => {
    const { github, asked, clock, log } = await githubThat(answer)
    expect(await github.look(PULL)).toEqual({ kind: 'away', forMs })
    expect(github.limit.allowance.room()).toBe(0)
    clock.advance(forMs - 1)
    expect(github.limit.allowance.room()).toBe(0)
    clock.advance(1)
    expect(github.limit.allowance.room()).toBeGreaterThan(0)
    expect(await github.look(PULL)).toMatchObject({ kind: 'away' })
    expect(asked).toHaveLength(2)
    expect(log).toEqual([
      { host: 'GitHub', why, words: 'Pull requests cannot be looked at; their results stay as they are' }
    ])
  })

  it('the limit is used up: nobody asks until there is more, and at most for an hour', async () => {
    const nowS = createStillClock().now() / 1_000
    for (const [resetS, waitMs] of [
      [600, 600_000],
      [999_999, 3_900_000]
    ] as const) {
      const { github } = await githubThat(json({}, 403, limits(0, 5_000, nowS + resetS)))
      expect(await github.look(PULL)).toEqual({ kind: 'away', forMs: waitMs })
    }
  })

  it.each<[string, Answer, string]>([
    ['a 404', json({ message: 'Not Found' }, 404), 'it answered 404'],
    ['a 403', json({ message: 'Resource not accessible' }, 403), 'it answered 403'],
    ['a 304 to a question that it was not asked', json({}, 304), 'it answered 304'],
    ['a page', (_, response) => response.end('<html>'), 'its answer could not be read'],
    ['another shape', json({ state: 'open' }), 'its answer could not be read'],
    ['a commit that leads elsewhere', json(pull({ head: { sha: '../../../user' } })), 'its answer could not be read'],
    ['six megabytes', (_, response) => response.end('x'.repeat(6_000_000)), 'too big']
  ])('%s: of this one pull request', async (_, answer, why) => {
    const { github, asked, log } = await githubThat(answer)
    expect(await github.look(PULL)).toEqual({ kind: 'unreadable', why })
    expect(asked).toHaveLength(1)
    expect(github.limit.allowance.room()).toBeGreaterThan(0)
    expect(log).toEqual([])
  })

  it.each([301, 302, 307, 308])('a %i is not followed, so the token goes nowhere else', async status => {
    const elsewhere = await githubThat(json(pull()))
    const { github, asked } = await githubThat((_, response) =>
      response.writeHead(status, { location: `http://localhost:${elsewhere.port}/repositories/7/pulls/12` }).end()
    )
    expect(await github.look(PULL)).toEqual({ kind: 'unreadable', why: `it answered ${status}` })
    expect(elsewhere.asked).toEqual([])
    expect(asked).toHaveLength(1)
  })

  it('what echoes the token is not kept', async () => {
    const { github } = await githubThat(json(pull({ state: 'closed' }), 200, { etag: `"Bearer ${TOKEN}"` }))
    expect(JSON.stringify(await github.look(PULL))).not.toContain(TOKEN)
  })
})

it.each([
  ['https://api.github.com', PULL, true],
  ['https://api.github.com', 'https://github.com/acme/docs.example/pull/1', true],
  ['https://api.github.com', 'http://github.com/acme/docs/pull/12', false],
  ['https://api.github.com', 'https://github.com/acme/docs/pull/12/files', false],
  ['https://api.github.com', 'https://github.com/acme/docs/pull/12?x=1', false],
  ['https://api.github.com', 'https://github.com/acme/docs/pull/012', false],
  ['https://api.github.com', 'https://github.com/acme/docs/pulls/12', false],
  ['https://api.github.com', 'https://github.com/acme/../pull/12', false],
  ['https://api.github.com', 'https://github.com/../docs/pull/12', false],
  ['https://api.github.com', 'https://user@github.com/acme/docs/pull/12', false],
  ['https://api.github.com', 'https://github.com.evil.example/acme/docs/pull/12', false],
  ['https://api.github.com', 'https://api.github.com/acme/docs/pull/12', false],
  ['https://api.github.com', 'https://gitlab.com/acme/docs/pull/12', false],
  ['https://ghe.example.com/api/v3', 'https://ghe.example.com/acme/docs/pull/12', true],
  ['https://ghe.example.com/api/v3', PULL, false],
  ['https://api.acme.ghe.com', 'https://acme.ghe.com/acme/docs/pull/12', true],
  ['http://127.0.0.1:4000', PULL, true]
])('what is a pull request there: with %s, %s: %s', (apiUrl, link, expected) => {
  expect(githubAt(apiUrl).github.knows(link)).toBe(expected)
})

/** Looks whenever it may, at a host that allows so many requests until its next hour begins. */
async function lookUntilClosed(limit: number, others: number) {
  let left = limit
  const renewedAtMs = createStillClock().now() + HOUR_MS
  const { github, clock } = await githubThat((request, response) => {
    left -= 1 + others
    json(pull({ state: 'closed' }), 200, limits(left, limit, renewedAtMs / 1_000))(request, response)
  })
  const { allowance } = github.limit
  while (allowance.room() > 0) {
    allowance.count(1)
    expect(await github.look(PULL)).toMatchObject({ kind: 'seen' })
    clock.advance(1_000)
  }
  return { left, closedForMs: renewedAtMs - clock.now(), allowance, clock }
}

it.each([0, 1])('never uses up the limit, while others make %i requests for each of ours', async others => {
  const { left, closedForMs, allowance, clock } = await lookUntilClosed(100, others)
  expect(left).toBeGreaterThan(7)
  clock.advance(closedForMs - 1)
  expect(allowance.room()).toBe(0)
  clock.advance(1)
  expect(allowance.room()).toBeGreaterThan(0)
})

it('stays closed until the latest time that any answer names, and logs a trouble and its end once', () => {
  const clock = createStillClock()
  const log: string[] = []
  const write = (_: object, words: string) => void log.push(words)
  const gate = createHostGate({ now: clock.now, log: { info: write, warn: write } })
  gate.closeUntil(clock.now() + 10 * MINUTE_MS)
  expect(gate.noteTrouble('it answered 500')).toEqual({ kind: 'away', forMs: 10 * MINUTE_MS })
  expect([gate.allowance.room(), gate.allowance.nextAtMs()]).toEqual([0, clock.now() + 10 * MINUTE_MS])
  for (let answer = 0; answer < 2; answer++) gate.noteAnswer()
  expect(log).toEqual([expect.stringContaining('cannot be looked at'), 'Pull requests can be looked at again'])
})
