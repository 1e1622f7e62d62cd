import { createHash } from 'node:crypto'
import { z } from 'zod'

export const pullRequestPatchSchema = z.strictObject({
  state: z.enum(['open', 'merged', 'closed']).optional(),
  /** 'running': something was pushed. */
  checks: z.enum(['none', 'running', 'failed', 'passed']).optional(),
  isReviewAsked: z.boolean().optional()
})
type PullRequestPatch = z.infer<typeof pullRequestPatchSchema>

export type StandInPullRequest = {
  link: string
  state: 'open' | 'merged' | 'closed'
  checks: 'none' | 'running' | 'failed' | 'passed'
  isReviewAsked: boolean
  pushes: number
}

const LINK = /^https:\/\/github\.com(\/[^/]+\/[^/]+)\/pull\/(\d+)$/

/** Every pull request that anybody asks about is there, and open until somebody changes it. */
export function createPullRequestBook() {
  const pulls = new Map<string, StandInPullRequest>()

  function find(link: string): StandInPullRequest {
    const known = pulls.get(link) ?? { link, state: 'open', checks: 'none', isReviewAsked: false, pushes: 0 }
    pulls.set(link, known)
    return known
  }

  return {
    list: () => [...pulls.values()],
    set(link: string, patch: PullRequestPatch): void {
      if (!LINK.test(link)) throw new Error(`'${link}' is no link to a pull request on github.com`)
      const pull = find(link)
      const { checks = pull.checks, state = pull.state, isReviewAsked = pull.isReviewAsked } = patch
      const pushes = pull.pushes + (patch.checks === 'running' ? 1 : 0)
      pulls.set(link, { link, state, checks, isReviewAsked, pushes })
    },
    /** What GitHub's API says at this path; undefined: there is no such thing. */
    read(path: string): object | undefined {
      const [, repository, number, sha, what] =
        /^\/repos(\/[^/]+\/[^/]+)\/(?:pulls\/(\d+)|commits\/([0-9a-f]+)\/(check-runs|status))$/.exec(path) ?? []
      if (number !== undefined) return toPull(find(`https://github.com${repository}/pull/${number}`))
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
    html_url: pull.link,
    state: pull.state === 'open' ? 'open' : 'closed',
    merged: pull.state === 'merged',
    draft: false,
    head: { sha: shaOf(pull) },
    requested_reviewers: pull.isReviewAsked ? [{ login: 'ben' }] : [],
    requested_teams: []
  }
}

const RUNS = {
  none: [],
  running: [{ name: 'test', status: 'in_progress', conclusion: null }],
  failed: [
    { name: 'lint', status: 'completed', conclusion: 'success' },
    { name: 'test', status: 'completed', conclusion: 'failure' }
  ],
  passed: [{ name: 'test', status: 'completed', conclusion: 'success' }]
}

const toRuns = ({ checks }: StandInPullRequest) => ({ total_count: RUNS[checks].length, check_runs: RUNS[checks] })
