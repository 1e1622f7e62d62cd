import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { createChanges } from '../shared/changes.ts'
import { createFaultList } from '../shared/fault-list.ts'
import { openPort } from '../shared/open-port.ts'

export const pullRequestPatchSchema = z.strictObject({
  state: z.enum(['open', 'merged', 'closed']).optional(),
  /** 'running': something was pushed. */
  checks: z.enum(['none', 'running', 'failed', 'passed']).optional(),
  isReviewAsked: z.boolean().optional(),
  /** The names of the checks that fail, once they do. */
  failing: z.array(z.string()).optional(),
  /** Oldest first. */
  reviews: z
    .array(
      z.strictObject({
        login: z.string(),
        state: z.enum(['APPROVED', 'CHANGES_REQUESTED', 'COMMENTED', 'DISMISSED'])
      })
    )
    .optional(),
  /** How many comments reviews left in the code. */
  comments: z.number().optional()
})
export type PullRequestPatch = z.infer<typeof pullRequestPatchSchema>

type StandInPullRequest = { [Fact in keyof PullRequestPatch]-?: NonNullable<PullRequestPatch[Fact]> } & {
  link: string
  pushes: number
}

const NEW = {
  state: 'open',
  checks: 'none',
  isReviewAsked: false,
  failing: ['test'],
  reviews: [],
  comments: 0,
  pushes: 0
} satisfies Omit<StandInPullRequest, 'link'>

const LINK = /^https:\/\/github\.com(\/[^/]+\/[^/]+)\/pull\/(\d+)$/

/** Every pull request that anybody asks about is there, and open until somebody changes it. */
function createPullRequestBook() {
  const pulls = new Map<string, StandInPullRequest>()

  function find(link: string): StandInPullRequest {
    const known = pulls.get(link) ?? { ...NEW, link }
    pulls.set(link, known)
    return known
  }

  return {
    list: () => [...pulls.values()],
    set(link: string, patch: PullRequestPatch): void {
      if (!LINK.test(link)) throw new Error(`'${link}' is no link to a pull request on github.com`)
      const pull = find(link)
      const { checks = pull.checks, state = pull.state, isReviewAsked = pull.isReviewAsked } = patch
      const { failing = pull.failing, reviews = pull.reviews, comments = pull.comments } = patch
      const pushes = pull.pushes + (patch.checks === 'running' ? 1 : 0)
      pulls.set(link, { link, state, checks, isReviewAsked, failing, reviews, comments, pushes })
    },
    /** What GitHub's API says at this path; undefined: there is no such thing. */
    read(path: string): object | undefined {
      const [, repository, number, reviews, sha, what] =
        /^\/repos(\/[^/]+\/[^/]+)\/(?:pulls\/(\d+)(\/reviews)?|commits\/([0-9a-f]+)\/(check-runs|status))$/.exec(
          path
        ) ?? []
      if (number !== undefined) {
        const asked = find(`https://github.com${repository}/pull/${number}`)
        return reviews === undefined ? toPull(asked) : toReviews(asked)
      }
      const pull = [...pulls.values()].find(each => shaOf(each) === sha)
      if (pull === undefined) return undefined
      return what === 'status' ? { state: 'pending', total_count: 0, statuses: [] } : toRuns(pull)
    }
  }
}

const shaOf = ({ link, pushes }: StandInPullRequest) => createHash('sha1').update(`${link} ${pushes}`).digest('hex')

function toPull(pull: StandInPullRequest): object {
  return {
    number: Number(LINK.exec(pull.link)?.[2]),
    title: 'Error handling in the quickstart',
    html_url: pull.link,
    state: pull.state === 'open' ? 'open' : 'closed',
    merged: pull.state === 'merged',
    draft: false,
    head: { sha: shaOf(pull) },
    requested_reviewers: pull.isReviewAsked ? [{ login: 'ben' }] : [],
    requested_teams: [],
    additions: 120,
    deletions: 8,
    changed_files: 4,
    review_comments: pull.comments
  }
}

const RUNS = {
  none: [],
  running: [{ name: 'test', status: 'in_progress', conclusion: null }],
  failed: [{ name: 'spelling', status: 'completed', conclusion: 'success' }],
  passed: [{ name: 'test', status: 'completed', conclusion: 'success' }]
}

function toRuns({ checks, failing }: StandInPullRequest) {
  const failed = failing.map(name => ({ name, status: 'completed', conclusion: 'failure' }))
  const runs = [...RUNS[checks], ...(checks === 'failed' ? failed : [])]
  return { total_count: runs.length, check_runs: runs }
}

const toReviews = ({ reviews }: StandInPullRequest) =>
  reviews.map(({ login, state }, at) => ({ id: at + 1, user: { login }, body: '', state }))

export type StandInGithubOptions = { clock?: { now(): number }; token?: string; hourlyLimit?: number }
export type StandInGithub = Awaited<ReturnType<typeof createStandInGithub>>

type Fault = { status: number; headers?: Record<string, string>; body?: string; times?: number | 'until cleared' }
type Asked = { path: string; status: number }

const HOUR_MS = 3_600_000

/** A local server that answers like GitHub's API, as far as the bot asks. */
export async function createStandInGithub(options: StandInGithubOptions = {}) {
  const { clock = { now: () => Date.now() }, token = 'standin-github-token', hourlyLimit = 5_000 } = options
  const pulls = createPullRequestBook()
  const faults = createFaultList<'any', Fault>()
  const requests: Asked[] = []
  const changes = createChanges(() => JSON.stringify({ pulls: pulls.list(), requests: requests.slice(-50) }, null, 2))
  const hourNow = () => Math.floor(clock.now() / HOUR_MS)
  let [used, hour] = [0, hourNow()]

  function answer({ headers, url = '' }: IncomingMessage): Fault {
    const [path = ''] = url.split('?')
    if (hour !== hourNow()) [used, hour] = [0, hourNow()]
    const fault = faults.take(() => true)
    if (fault) return fault
    if (headers.authorization !== `Bearer ${token}`) return toAnswer(401, { message: 'Bad credentials' })
    if (used >= hourlyLimit) return toAnswer(403, { message: 'API rate limit exceeded' })
    const found = path === '/rate_limit' ? { resources: {} } : pulls.read(path)
    if (found === undefined) return toAnswer(404, { message: 'Not Found' })
    used += 1
    return toAnswer(200, found)
  }

  function receive(request: IncomingMessage, response: ServerResponse): void {
    const { status, headers, body } = answer(request)
    requests.push({ path: request.url ?? '', status })
    const limits = {
      'x-ratelimit-limit': String(hourlyLimit),
      'x-ratelimit-remaining': String(Math.max(hourlyLimit - used, 0)),
      'x-ratelimit-reset': String(((hourNow() + 1) * HOUR_MS) / 1_000)
    }
    response.writeHead(status, { ...limits, ...headers }).end(body)
    changes.changed()
  }

  const port = await openPort(createServer(receive))
  return {
    url: `http://127.0.0.1:${port.number}`,
    token,
    snapshot: () => ({ pulls: pulls.list() }),
    onChange: changes.onChange,
    requests: () => [...requests],
    setPullRequest(link: string, patch: Parameters<typeof pulls.set>[1]): void {
      pulls.set(link, patch)
      changes.changed()
    },
    fail: (fault: Fault) => faults.add('any', fault),
    clearFaults: () => faults.clear(),
    refuseConnections: port.refuse,
    acceptConnections: port.accept,
    async stop(): Promise<void> {
      changes.stop()
      await port.close()
    }
  }
}

const toAnswer = (status: number, body: object) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body)
})
