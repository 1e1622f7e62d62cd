import { describe, expect, it, onTestFinished } from 'vitest'
import { createStandInGithub } from '../../sandbox/host/stand-in-github.ts'
import { createStillClock } from '../support/still-clock.ts'
import { type Answer, githubAt, githubThat, json, PULL, pull, run, TOKEN, tells } from './github-at.ts'

describe('what GitHub says of a pull request', () => {
  it.each<[string, Answer, object]>([
    ['waits', tells(pull()), { state: 'open', checks: 'none', isReviewAsked: false }],
    ['is merged', tells(pull({ state: 'closed', merged: true })), { state: 'merged', checks: 'none' }],
    ['is closed', tells(pull({ state: 'closed' })), { state: 'closed' }],
    ['waits for somebody', tells(pull({ requested_reviewers: [{}] })), { isReviewAsked: true }],
    ['waits for a team', tells(pull({ requested_reviewers: [], requested_teams: [{}] })), { isReviewAsked: true }],
    ['has a failed check', tells(pull(), [run('completed', 'failure'), run('queued')]), { checks: 'failed' }],
    ['has one that took too long', tells(pull(), [run('completed', 'timed_out')]), { checks: 'failed' }],
    ['is being checked', tells(pull(), [run('completed', 'success'), run('in_progress')]), { checks: 'running' }],
    ['waits for an approval', tells(pull(), [run('completed', 'action_required')]), { checks: 'running' }],
    [
      'passed its checks',
      tells(pull(), [run('completed', 'success'), run('completed', 'skipped'), run('completed', 'neutral')]),
      { checks: 'passed' }
    ],
    ...['cancelled', 'stale', 'of a later version'].map((conclusion): [string, Answer, object] => [
      `has a check that is ${conclusion}, of which nobody knows whether it passes`,
      tells(pull(), [run('completed', 'success'), run('completed', conclusion)]),
      { checks: 'unknown' }
    ]),
    ['has a failed status', tells(pull(), [], { state: 'failure', total_count: 2 }), { checks: 'failed' }],
    [
      'has a status to come',
      tells(pull(), [run('completed', 'success')], { state: 'pending', total_count: 1 }),
      { checks: 'running' }
    ],
    ['has a good status', tells(pull(), [], { state: 'success', total_count: 1 }), { checks: 'passed' }]
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

  it('it has more checks than fit on a page, so that nobody knows whether all passed', async () => {
    const { github } = await githubThat((request, response) => {
      const isRuns = request.url?.includes('/check-runs')
      const runs = { total_count: 101, check_runs: [run('completed', 'success')] }
      json(isRuns ? runs : request.url?.endsWith('/status') ? { state: 'pending', total_count: 0 } : pull())(
        request,
        response
      )
    })
    expect(await github.look(PULL)).toMatchObject({ pullRequest: { checks: 'running' } })
  })

  it('it has checks that the token may not see, which keeps nobody from seeing the rest', async () => {
    const { github, log } = await githubThat((request, response) =>
      request.url?.includes('/check-runs')
        ? json({ message: 'Resource not accessible by personal access token' }, 403)(request, response)
        : tells(pull(), [], { state: 'failure', total_count: 1 })(request, response)
    )
    for (let look = 0; look < 3; look += 1)
      expect(await github.look(PULL)).toMatchObject({ pullRequest: { state: 'open', checks: 'failed' } })
    const unseen = await githubThat((request, response) =>
      request.url?.includes('/check-runs')
        ? json({}, 403)(request, response)
        : tells(pull(), [], { state: 'success', total_count: 1 })(request, response)
    )
    expect(await unseen.github.look(PULL)).toMatchObject({ pullRequest: { checks: 'unknown' } })
    expect(log).toEqual([
      { host: 'GitHub', why: 'it answered 403', words: 'Some checks of pull requests cannot be read' }
    ])
  })
})

it('asks about the checks of the latest commit', async () => {
  const standIn = await createStandInGithub({ token: TOKEN })
  onTestFinished(() => standIn.stop())
  const { github } = githubAt(standIn.url)
  standIn.setPullRequest(PULL, { checks: 'failed' })
  expect(await github.look(PULL)).toMatchObject({ pullRequest: { checks: 'failed' } })
  standIn.setPullRequest(PULL, { checks: 'running' })
  expect(await github.look(PULL)).toMatchObject({ pullRequest: { checks: 'running' } })
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

  it('nothing listens there', async () => {
    const { github } = githubAt('http://127.0.0.1:1')
    expect(await github.look(PULL)).toMatchObject({ kind: 'away' })
  })

  it('the limit is used up: nobody asks until there is more, and at most for an hour', async () => {
    for (const [resetS, waitMs] of [
      [600, 600_000],
      [999_999, 3_900_000]
    ] as const) {
      const nowS = createStillClock().now() / 1_000
      const headers = {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-limit': '5000',
        'x-ratelimit-reset': String(nowS + resetS)
      }
      const { github } = await githubThat(json({}, 403, headers))
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

  it.each([
    ['another host', (port: number) => `http://localhost:${port}`, '/repositories/7/pulls/12'],
    ['another host without a scheme', (port: number) => `//localhost:${port}`, '/repositories/7/pulls/12'],
    ['another host behind a name', (port: number) => `http://127.0.0.1@localhost:${port}`, '/repositories/7/pulls/12'],
    ['another port', (port: number) => `http://127.0.0.1:${port}`, '/repositories/7/pulls/12'],
    ['what is beside the API', () => '', '/login/../../login'],
    ['nowhere', () => 'http://[', ''],
    ['what is no web address', () => 'data:,{}', '']
  ])('a redirect to %s is not followed, so the token goes nowhere else', async (_, hostAt, path) => {
    const elsewhere = await githubThat(json(pull()))
    const { port, asked } = await githubThat((_, response) =>
      response.writeHead(301, { location: `${hostAt(elsewhere.port)}${path}` }).end()
    )
    const { github } = githubAt(`http://127.0.0.1:${port}/api/v3`)
    expect(await github.look(PULL)).toEqual({ kind: 'unreadable', why: 'it answered 301' })
    expect(elsewhere.asked).toEqual([])
    expect(asked).toHaveLength(1)
  })

  it.each([301, 307, 308])('a %i of a renamed repository is followed within the API', async status => {
    const { github, asked } = await githubThat((request, response) =>
      request.url?.startsWith('/repos/')
        ? response.writeHead(status, { location: request.url.replace('/repos/acme/docs', '/repositories/7') }).end()
        : tells(pull({ requested_reviewers: [{}] }), [run('completed', 'success')])(request, response)
    )
    const seen = { state: 'open', checks: 'passed', isReviewAsked: true }
    expect(await github.look(PULL)).toMatchObject({ kind: 'seen', pullRequest: seen })
    expect(asked[1]).toMatchObject({ url: '/repositories/7/pulls/12', headers: { authorization: `Bearer ${TOKEN}` } })
  })

  it.each([301, 302])('a %i that leads to itself ends soon', async status => {
    const { github, asked } = await githubThat((request, response) =>
      response.writeHead(status, { location: request.url }).end()
    )
    expect(await github.look(PULL)).toEqual({ kind: 'unreadable', why: `it answered ${status}` })
    expect(asked).toHaveLength(status === 302 ? 1 : 3)
  })

  it('what echoes the token is not kept', async () => {
    const { github } = await githubThat(json(pull({ state: 'closed' }), 200, { etag: `"Bearer ${TOKEN}"` }))
    expect(JSON.stringify(await github.look(PULL))).not.toContain(TOKEN)
  })
})

describe('what is a pull request there', () => {
  const known = (apiUrl: string, link: string) => githubAt(apiUrl).github.knows(link)

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
  ])('with %s, %s: %s', (apiUrl, link, expected) => {
    expect(known(apiUrl, link)).toBe(expected)
  })
})
