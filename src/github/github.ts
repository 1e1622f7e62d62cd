import { z } from 'zod'
import { storableText } from '../database/storable-text.ts'
import type { Log } from '../errors.ts'
import { type Allowance, createAllowance, parseRetryAfter } from '../http/pace.ts'
import { type Answer, headerOf, isLoopback, parseJson, read } from '../http/request.ts'

export const pullRequestSchema = z.object({
  title: z.string(),
  state: z.enum(['open', 'merged', 'closed']),
  /** By their names; one that does not say what it is called has none. */
  failedChecks: z.array(z.string()),
  isReviewAsked: z.boolean(),
  changesAskedBy: z.array(z.string()),
  size: z.object({ additions: z.number(), deletions: z.number(), files: z.number() }),
  comments: z.number()
})

export type PullRequest = z.output<typeof pullRequestSchema>

export type HostAnswer =
  | { kind: 'seen'; pullRequest: PullRequest }
  | { kind: 'unreadable'; why: string }
  /** Nothing can be said about any, for a while. */
  | { kind: 'away'; forMs: number }

export type Host = {
  knows(link: string): boolean
  look(link: string): Promise<HostAnswer>
  limit: { atOnce: number; allowance: Allowance }
}

type GateDeps = {
  now: () => number
  log: Pick<Log, 'info' | 'warn'>
}

const LOOKS_APART_MS = 250
const AWAY_MS = 2 * 60_000
const LONGEST_LIMIT_MS = 65 * 60_000

/** While it is closed, nobody looks. Troubles of the host are logged once, not with every look. */
export function createHostGate({ now, log }: GateDeps) {
  let closedUntilMs = 0
  let isInTrouble = false
  const pace = createAllowance(LOOKS_APART_MS, now)
  const allowance: Allowance = {
    room: () => (closedUntilMs > now() ? 0 : pace.room()),
    count: pace.count,
    nextAtMs: () => Math.max(closedUntilMs, pace.nextAtMs())
  }
  const closeUntil = (untilMs: number) => {
    closedUntilMs = Math.max(closedUntilMs, Math.min(untilMs, now() + LONGEST_LIMIT_MS))
  }

  return {
    allowance,
    closeUntil,
    noteTrouble(why: string, forMs = AWAY_MS): { kind: 'away'; forMs: number } {
      if (!isInTrouble)
        log.warn({ host: 'GitHub', why }, 'Pull requests cannot be looked at; their results stay as they are')
      isInTrouble = true
      closeUntil(now() + forMs)
      return { kind: 'away', forMs: closedUntilMs - now() }
    },
    noteAnswer(): void {
      if (isInTrouble) log.info({ host: 'GitHub' }, 'Pull requests can be looked at again')
      isInTrouble = false
    }
  }
}

type GithubOptions = GateDeps & {
  apiUrl: string
  keys: { github: string; all: string[] }
  bounds?: { responseMs: number; wholeMs: number }
}

const BOUNDS = { responseMs: 15_000, wholeMs: 30_000 }
/** A list of a hundred checks holds what each of them has written. */
const LARGEST_BODY = 5_000_000
const LOOKS_AT_ONCE = 10
const ON_A_PAGE = 100
const NO_CHECKS = 'Some checks of pull requests cannot be read'
const NO_REVIEWS = 'Reviews of pull requests cannot be read'
const LINK = /^https:\/\/([^/]{1,255})\/([\w-]{1,100})\/(?!\.{1,2}\/)([\w.-]{1,100})\/pull\/([1-9]\d{0,9})$/

export const headersFor = (token: string) => ({
  accept: 'application/vnd.github+json',
  'x-github-api-version': '2022-11-28',
  'user-agent': 'agent-followup',
  authorization: `Bearer ${token}`
})

/** GitHub, or a GitHub Enterprise server. The token goes to `apiUrl` and nowhere else. */
export function createGithub({ apiUrl, keys, now, log, bounds = BOUNDS }: GithubOptions): Host {
  const gate = createHostGate({ now, log })
  const webHost = webHostOf(apiUrl)
  const said = new Set<string>()

  const addressOf = (link: string) => {
    const [, host, owner, repository, number] = LINK.exec(link) ?? []
    return host === webHost ? { repository: `/repos/${owner}/${repository}`, number } : undefined
  }

  async function ask<Told>(path: string, schema: z.ZodType<Told>): Promise<Asked<Told>> {
    const answer = await read(apiUrl + path, { headers: headersFor(keys.github), ...bounds, mostBytes: LARGEST_BODY })
    if (answer.kind === 'no answer' && answer.why === 'too big') return { kind: 'unreadable', why: 'too big' }
    if (answer.kind !== 'answered') return gate.noteTrouble(answer.why)
    gate.closeUntil(closedUntilMs(answer))
    if (answer.status === 401) return gate.noteTrouble('it refuses GITHUB_TOKEN')
    if (isLimit(answer)) {
      const waitMs = parseRetryAfter(headerOf(answer.headers, 'retry-after'), now())
      return gate.noteTrouble('its rate limit is used up', waitMs)
    }
    if (answer.status >= 500) return gate.noteTrouble(`it answered ${answer.status}`)
    gate.noteAnswer()
    if (answer.status !== 200) return { kind: 'unreadable', why: `it answered ${answer.status}` }
    // What echoes a token is not kept.
    const { data: told } = schema.safeParse(parseJson(answer.body, keys.all))
    return told === undefined ? { kind: 'unreadable', why: 'its answer could not be read' } : { kind: 'told', told }
  }

  /** What cannot be read keeps nobody from seeing the rest. */
  async function askOr(words: string, path: string, schema: z.ZodType<string[]>): Promise<Asked<string[]>> {
    const asked = await ask(path, schema)
    if (asked.kind !== 'unreadable') return asked
    if (!said.has(words)) log.warn({ host: 'GitHub', why: asked.why }, words)
    said.add(words)
    return { kind: 'told', told: [] }
  }

  async function look(link: string): Promise<HostAnswer> {
    const address = addressOf(link)
    if (address === undefined) return { kind: 'unreadable', why: 'it is no pull request there' }
    const pullPath = `${address.repository}/pulls/${address.number}`
    const pull = await ask(pullPath, pullBody)
    if (pull.kind !== 'told') return pull
    const { sha, ...seen } = pull.told
    if (seen.state !== 'open') return { kind: 'seen', pullRequest: { ...seen, ...NOTHING_TO_DO } }
    const commit = `${address.repository}/commits/${sha}`
    const runs = await askOr(NO_CHECKS, `${commit}/check-runs?per_page=${ON_A_PAGE}`, runsBody)
    if (runs.kind !== 'told') return runs
    const statuses = await askOr(NO_CHECKS, `${commit}/status`, statusesBody)
    if (statuses.kind !== 'told') return statuses
    const reviews = await askOr(NO_REVIEWS, `${pullPath}/reviews?per_page=${ON_A_PAGE}`, reviewsBody)
    if (reviews.kind !== 'told') return reviews
    const failedChecks = [...new Set([...runs.told, ...statuses.told])]
    return { kind: 'seen', pullRequest: { ...seen, failedChecks, changesAskedBy: reviews.told } }
  }

  return {
    knows: link => addressOf(link) !== undefined,
    look,
    limit: { atOnce: LOOKS_AT_ONCE, allowance: gate.allowance }
  }
}

type Answered = Extract<Answer, { kind: 'answered' }>

type Asked<Told> = { kind: 'told'; told: Told } | Exclude<HostAnswer, { kind: 'seen' }>

/** Where people see what is behind an API's address: behind one on this machine, it is the real GitHub's. */
function webHostOf(apiUrl: string): string {
  const url = new URL(apiUrl)
  return isLoopback(url) ? 'github.com' : url.host.replace(/^api\./, '')
}

const count = z.coerce.number().int().nonnegative()
const limitHeaders = z
  .object({ 'x-ratelimit-remaining': count, 'x-ratelimit-limit': count, 'x-ratelimit-reset': count })
  .transform(told => ({
    isLow: told['x-ratelimit-remaining'] < told['x-ratelimit-limit'] * RESERVE,
    renewedAtMs: told['x-ratelimit-reset'] * 1_000
  }))
/** A tenth is never used: others may have the same token. */
const RESERVE = 0.1

function closedUntilMs({ headers }: Answered): number {
  const { data } = limitHeaders.safeParse(headers)
  return data?.isLow ? data.renewedAtMs : 0
}

/** A 403 can mean that the token may not see this, or that it has asked too much: the words or the headers say so. */
const isLimit = ({ status, headers, body }: Answered) =>
  status === 429 ||
  (status === 403 &&
    (headers['retry-after'] !== undefined ||
      headers['x-ratelimit-remaining'] === '0' ||
      /rate limit|abuse detection/i.test(body)))

const NOTHING_TO_DO = { failedChecks: [], isReviewAsked: false, changesAskedBy: [] }

const howMany = z.number().catch(0)

const pullBody = z
  .object({
    title: storableText,
    state: z.enum(['open', 'closed']),
    merged: z.boolean(),
    head: z.object({ sha: z.string().regex(/^[0-9a-f]{40,64}$/) }),
    requested_reviewers: z.array(z.unknown()).nullish(),
    requested_teams: z.array(z.unknown()).nullish(),
    additions: howMany,
    deletions: howMany,
    changed_files: howMany,
    review_comments: howMany
  })
  .transform(({ title, state, merged, head, requested_reviewers: people, requested_teams: teams, ...counts }) => ({
    title,
    state: merged ? ('merged' as const) : state,
    sha: head.sha,
    isReviewAsked: (people?.length ?? 0) + (teams?.length ?? 0) > 0,
    size: { additions: counts.additions, deletions: counts.deletions, files: counts.changed_files },
    comments: counts.review_comments
  }))

const DECISIONS = ['APPROVED', 'CHANGES_REQUESTED', 'DISMISSED']

/** Who asks for changes by their latest decision; a comment is none. They come oldest first: behind a full page, nobody knows. */
const reviewsBody = z
  .array(z.object({ user: z.object({ login: storableText }).nullish(), state: z.string() }))
  .transform(reviews => {
    if (reviews.length >= ON_A_PAGE) return []
    const latest = new Map<string, string>()
    for (const { user, state } of reviews) if (user && DECISIONS.includes(state)) latest.set(user.login, state)
    return [...latest].flatMap(([login, state]) => (state === 'CHANGES_REQUESTED' ? [login] : []))
  })

const named = storableText.catch('')

const FAILURES = ['failure', 'timed_out', 'startup_failure']

const runsBody = z
  .object({ check_runs: z.array(z.object({ name: named, status: z.string(), conclusion: z.string().nullish() })) })
  .transform(({ check_runs: runs }) =>
    runs.flatMap(({ name, status, conclusion }) =>
      status === 'completed' && FAILURES.includes(conclusion ?? '') ? [name] : []
    )
  )

const STATUS_FAILURES = ['failure', 'error']

/** One that failed may not be on the first page. */
const statusesBody = z
  .object({ state: z.string(), statuses: z.array(z.object({ context: named, state: z.string() })).catch([]) })
  .transform(({ state, statuses }) => {
    const failed = statuses.filter(one => STATUS_FAILURES.includes(one.state)).map(({ context }) => context)
    return failed.length === 0 && STATUS_FAILURES.includes(state) ? [''] : failed
  })
