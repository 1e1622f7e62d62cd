import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createGithub, type PullRequest } from '../../src/github/github.ts'
import { serve } from '../support/serve.ts'
import { createStillClock } from '../support/still-clock.ts'

export const TOKEN = 'github-very-secret'
export const PULL = 'https://github.com/acme/docs/pull/12'
const SHA = 'a'.repeat(40)

/** The bot's GitHub at this address, and what it logs. */
export function githubAt(apiUrl: string) {
  const clock = createStillClock()
  const log: object[] = []
  const write = (facts: object, words: string) => void log.push({ ...facts, words })
  const bounds = { responseMs: 1_000, wholeMs: 10_000 }
  const github = createGithub({
    apiUrl,
    keys: { github: TOKEN, all: [TOKEN] },
    now: clock.now,
    log: { info: write, warn: write },
    bounds
  })
  return { github, clock, log }
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

/** The same at a server of the test's own; returns also what it was asked. */
export async function githubThat(answer: Answer) {
  const asked: IncomingMessage[] = []
  const port = await serve(
    createServer((request, response) => {
      asked.push(request)
      answer(request, response)
    })
  )
  return { ...githubAt(`http://127.0.0.1:${port}`), port, asked }
}

export const json =
  (body: unknown, status = 200, headers = {}): Answer =>
  (_, response) =>
    response.writeHead(status, headers).end(JSON.stringify(body))

export const pull = (facts: object = {}) => ({
  title: 'Add examples',
  state: 'open',
  merged: false,
  head: { sha: SHA },
  ...facts
})

/** As the bot sees it. */
export const OPEN: PullRequest = {
  title: 'Add examples',
  state: 'open',
  failedChecks: [],
  isReviewAsked: false,
  changesAskedBy: [],
  size: { additions: 0, deletions: 0, files: 0 },
  comments: 0
}

export const run = (status: string, conclusion: string | null = null, name = 'test') => ({ name, status, conclusion })

/** GitHub with one pull request. */
export const tells =
  (
    found: object,
    runs: object[] = [],
    statuses: object = { state: 'pending', total_count: 0 },
    reviews: object[] = []
  ): Answer =>
  (request, response) => {
    const url = request.url ?? ''
    const body = url.includes('/check-runs')
      ? { total_count: runs.length, check_runs: runs }
      : url.endsWith('/status')
        ? statuses
        : url.includes('/reviews')
          ? reviews
          : found
    json(body)(request, response)
  }
