import { z } from 'zod'
import { storableText } from '../database/storable-text.ts'
import { type Allowance, backoffMs, createAllowance, parseRetryAfter } from '../http/pace.ts'
import { type Answer, headerOf, parseJson, type ReadOptions, read } from '../http/request.ts'

export const pullRequestSchema = z.object({
  title: z.string(),
  state: z.enum(['open', 'merged', 'closed']),
  checks: z.enum(['none', 'running', 'failed', 'passed', 'unknown']),
  isReviewAsked: z.boolean()
})

export type PullRequest = z.output<typeof pullRequestSchema>

export type HostAnswer =
  /** `memo` makes the next look cheap; only the host reads it. */
  | { kind: 'seen'; pullRequest: PullRequest; memo: unknown }
  | { kind: 'unreadable'; why: string }
  /** Nothing can be said about any, for a while. */
  | { kind: 'away'; forMs: number }

export type Host = {
  knows(link: string): boolean
  look(link: string, memo: unknown): Promise<HostAnswer>
  limit: { atOnce: number; allowance: Allowance }
}

type GateDeps = {
  now: () => number
  random: () => number
  log: { info(facts: object, words: string): void; warn(facts: object, words: string): void }
}

/** A tenth is never used: others may have the same token. */
const RESERVE = 0.1
const LOOKS_APART_MS = 250
/** Until then, the next trouble is more of the same. */
const WELL_AFTER_MS = 5 * 60_000

/** Troubles of the host are logged once, not with every look. */
export function createHostGate({ now, random, log }: GateDeps) {
  let shutUntilMs = 0
  let troublesInARow = 0
  let troubledAtMs = 0
  const pace = createAllowance(() => LOOKS_APART_MS, now)
  const allowance: Allowance = {
    room: () => (shutUntilMs > now() ? 0 : pace.room()),
    count: pace.count,
    nextAtMs: () => Math.max(shutUntilMs, pace.nextAtMs())
  }

  return {
    allowance,
    closedForMs: () => Math.max(shutUntilMs - now(), 0),
    /** It cannot say anything about any pull request: nobody asks again for `forMs`, or for longer each time. */
    shut(why: string, forMs = backoffMs(troublesInARow, random())): { kind: 'away'; forMs: number } {
      if (troublesInARow === 0)
        log.warn({ host: 'GitHub', why }, 'Pull requests cannot be looked at; their results stay as they are')
      // What was asked at the same time fails for the same reason.
      if (shutUntilMs <= now()) troublesInARow += 1
      troubledAtMs = now()
      shutUntilMs = Math.max(shutUntilMs, now() + forMs)
      return { kind: 'away', forMs }
    },
    answered(): void {
      if (troublesInARow === 0 || now() - troubledAtMs < WELL_AFTER_MS) return
      troublesInARow = 0
      log.info({ host: 'GitHub' }, 'Pull requests can be looked at again')
    },
    noteLeft({ left, limit, renewedAtMs }: { left: number; limit: number; renewedAtMs: number }): void {
      if (left < limit * RESERVE) shutUntilMs = Math.max(shutUntilMs, renewedAtMs)
    }
  }
}

type GithubOptions = GateDeps & {
  apiUrl: string
  token: string
  bounds?: { responseMs: number; wholeMs: number }
}

const BOUNDS = { responseMs: 15_000, wholeMs: 30_000 }
/** A list of a hundred checks holds what each of them has written. */
const LARGEST_BODY = 5_000_000
const LOOKS_AT_ONCE = 10
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])
const LINK = /^https:\/\/([^/]{1,255})\/([\w-]{1,100})\/(?!\.{1,2}\/)([\w.-]{1,100})\/pull\/([1-9]\d{0,9})$/

/** GitHub, or a GitHub Enterprise server. The token goes to `apiUrl` and nowhere else. */
export function createGithub({ apiUrl, token, now, random, log, bounds = BOUNDS }: GithubOptions): Host {
  const gate = createHostGate({ now, random, log })
  const webHost = webHostOf(apiUrl)
  const root = new URL(`${apiUrl}/`).href
  let saidUnread = false

  const placeOf = (link: string) => {
    const [, host, owner, repository, number] = LINK.exec(link) ?? []
    return host === webHost ? { repository: `/repos/${owner}/${repository}`, number } : undefined
  }

  /** Where a repository was renamed, the API says where in it that is now. Nothing else is followed: it would get the token. */
  async function getThere(url: string, options: ReadOptions, hops = MOST_HOPS): Promise<Answer> {
    const answer = await read(url, options)
    if (answer.kind !== 'answered' || hops === 0 || !MOVED.includes(answer.status)) return answer
    const location = headerOf(answer.headers, 'location')
    const to = location === undefined ? undefined : URL.parse(location, url)?.href
    return to?.startsWith(root) ? getThere(to, options, hops - 1) : answer
  }

  async function ask<Told>(path: string, schema: z.ZodType<Told>, known?: Part<Told>): Promise<Asked<Told>> {
    const headers = {
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      'user-agent': 'agent-followup',
      authorization: `Bearer ${token}`,
      ...(known?.etag !== undefined && { 'if-none-match': known.etag })
    }
    const answer = await getThere(apiUrl + path, { headers, ...bounds, mostBytes: LARGEST_BODY })
    if (answer.kind === 'no answer' && answer.why === 'too big') return { kind: 'unreadable', why: 'too big' }
    if (answer.kind !== 'answered') return gate.shut(answer.why)
    const budget = budgetOf(answer, now())
    if (budget) gate.noteLeft(budget)
    if (answer.status === 401) return gate.shut('it refuses GITHUB_TOKEN', TOKEN_REFUSED_MS)
    if (isLimit(answer)) return gate.shut('its rate limit is used up', limitMs(answer, budget))
    if (answer.status >= 500) return gate.shut(`it answered ${answer.status}`)
    gate.answered()
    if (answer.status === 304 && known) return { kind: 'told', part: known }
    if (answer.status !== 200) return { kind: 'unreadable', why: `it answered ${answer.status}` }
    // What echoes the token is not kept.
    const told = schema.safeParse(parseJson(answer.body, token)).data
    if (told === undefined) return { kind: 'unreadable', why: 'its answer could not be read' }
    const etag = headerOf(answer.headers, 'etag')
    return { kind: 'told', part: etag?.includes(token) ? { told } : { told, etag } }
  }

  function limitMs({ headers }: Answered, budget: ReturnType<typeof budgetOf>): number {
    const given = parseRetryAfter(headerOf(headers, 'retry-after'), now())
    const untilRenewedMs = budget?.left === 0 ? budget.renewedAtMs - now() : 0
    return given ?? Math.max(untilRenewedMs, SHORTEST_LIMIT_MS)
  }

  /** A kind of check that cannot be read keeps nobody from seeing the rest. */
  async function readChecks(path: string, schema: z.ZodType<Checks>, known?: Part<Checks>): Promise<Asked<Checks>> {
    const asked = await ask(path, schema, known)
    if (asked.kind !== 'unreadable') return asked
    if (!saidUnread) log.warn({ host: 'GitHub', why: asked.why }, 'Some checks of pull requests cannot be read')
    saidUnread = true
    return { kind: 'told', part: { told: 'unknown' } }
  }

  async function look(link: string, given: unknown): Promise<HostAnswer> {
    const place = placeOf(link)
    if (place === undefined) return { kind: 'unreadable', why: 'it is no pull request there' }
    const forMs = gate.closedForMs()
    if (forMs > 0) return { kind: 'away', forMs }
    const memo = memoSchema.safeParse(given).data
    const pull = await ask(`${place.repository}/pulls/${place.number}`, pullBody, memo?.pull)
    if (pull.kind !== 'told') return pull
    const { title, state, sha, isReviewAsked } = pull.part.told
    if (state !== 'open')
      return {
        kind: 'seen',
        pullRequest: { title, state, checks: 'none', isReviewAsked: false },
        memo: { pull: pull.part }
      }

    const commit = `${place.repository}/commits/${sha}`
    const known = memo?.pull.told.sha === sha ? memo : undefined
    const runs = await readChecks(`${commit}/check-runs?per_page=100`, runsBody, known?.runs)
    if (runs.kind !== 'told') return runs
    const statuses = await readChecks(`${commit}/status`, statusesBody, known?.statuses)
    if (statuses.kind !== 'told') return statuses
    const checks = worstOf([runs.part.told, statuses.part.told])
    return {
      kind: 'seen',
      pullRequest: { title, state, checks, isReviewAsked },
      memo: { pull: pull.part, runs: runs.part, statuses: statuses.part } satisfies Memo
    }
  }

  return {
    knows: link => placeOf(link) !== undefined,
    look,
    limit: { atOnce: LOOKS_AT_ONCE, allowance: gate.allowance }
  }
}

type Answered = Extract<Answer, { kind: 'answered' }>

type Part<Told> = { told: Told; etag?: string | undefined }
type Asked<Told> = { kind: 'told'; part: Part<Told> } | Exclude<HostAnswer, { kind: 'seen' }>

const MOVED = [301, 307, 308]
const MOST_HOPS = 2
const TOKEN_REFUSED_MS = 10 * 60_000
const SHORTEST_LIMIT_MS = 60_000
const LONGEST_LIMIT_MS = 65 * 60_000

/** Where people see what is behind an API's address: behind one on this machine, it is the real GitHub's. */
function webHostOf(apiUrl: string): string {
  const { host, hostname } = new URL(apiUrl)
  return LOOPBACK.has(hostname) ? 'github.com' : host.replace(/^api\./, '')
}

const count = z.coerce.number().int().nonnegative()
const budgetHeaders = z.object({
  'x-ratelimit-remaining': count,
  'x-ratelimit-limit': count,
  'x-ratelimit-reset': count
})

function budgetOf({ headers }: Answered, nowMs: number) {
  const { data } = budgetHeaders.safeParse(headers)
  if (data === undefined) return undefined
  const renewedAtMs = Math.min(data['x-ratelimit-reset'] * 1_000, nowMs + LONGEST_LIMIT_MS)
  return { left: data['x-ratelimit-remaining'], limit: data['x-ratelimit-limit'], renewedAtMs }
}

/** A 403 can mean that the token may not see this, or that it has asked too much: the words or the headers say so. */
const isLimit = ({ status, headers, body }: Answered) =>
  status === 429 ||
  (status === 403 &&
    (headers['retry-after'] !== undefined ||
      headers['x-ratelimit-remaining'] === '0' ||
      /rate limit|abuse detection/i.test(body)))

type Checks = PullRequest['checks']

/** One that failed is news although others still run. */
const worstOf = (found: Checks[]): Checks =>
  (['failed', 'running', 'unknown', 'passed'] as const).find(checks => found.includes(checks)) ?? 'none'

const pullTold = z.object({
  title: z.string(),
  state: z.enum(['open', 'merged', 'closed']),
  sha: z.string(),
  isReviewAsked: z.boolean()
})

const pullBody = z
  .object({
    title: storableText,
    state: z.enum(['open', 'closed']),
    merged: z.boolean(),
    head: z.object({ sha: z.string().regex(/^[0-9a-f]{40,64}$/) }),
    requested_reviewers: z.array(z.unknown()).nullish(),
    requested_teams: z.array(z.unknown()).nullish()
  })
  .transform(({ title, state, merged, head, requested_reviewers: people, requested_teams: teams }) => ({
    title,
    state: merged ? ('merged' as const) : state,
    sha: head.sha,
    isReviewAsked: (people?.length ?? 0) + (teams?.length ?? 0) > 0
  }))

const FAILURES = ['failure', 'timed_out', 'startup_failure']
const PASSES = ['success', 'neutral', 'skipped']

// Of one that was cancelled, or that GitHub gave up, nobody knows.
const runsBody = z
  .object({
    total_count: z.number(),
    check_runs: z.array(z.object({ status: z.string(), conclusion: z.string().nullish() }))
  })
  .transform(({ total_count: all, check_runs: runs }): Checks => {
    const found = runs.map(({ status, conclusion }): Checks => {
      if (status !== 'completed' || conclusion === 'action_required') return 'running'
      if (FAILURES.includes(conclusion ?? '')) return 'failed'
      return PASSES.includes(conclusion ?? '') ? 'passed' : 'unknown'
    })
    // Of those that are not on the first page, nobody knows.
    return worstOf(all > runs.length ? [...found, 'running'] : found)
  })

const STATUSES: Record<string, Checks> = { failure: 'failed', error: 'failed', success: 'passed' }

const statusesBody = z
  .object({ state: z.string(), total_count: z.number() })
  .transform(({ state, total_count: all }): Checks => (all === 0 ? 'none' : (STATUSES[state] ?? 'running')))

const partOf = <Told extends z.ZodType>(told: Told) => z.object({ told, etag: z.string().optional() })

const memoSchema = z.object({
  pull: partOf(pullTold),
  runs: partOf(pullRequestSchema.shape.checks).optional(),
  statuses: partOf(pullRequestSchema.shape.checks).optional()
})
type Memo = z.output<typeof memoSchema>
