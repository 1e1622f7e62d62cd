import type { types } from '@slack/bolt'
import type { AgentJob } from '../../agent/agent-job.ts'
import { linkButton } from '../../slack/blocks.ts'
import { escapeSlackText } from '../../slack/slack-text.ts'

// A job's pull request link can be any address. It goes by that name only on the repository's own host; anywhere else people see
// which host it would take them to.

/** A job's link, or none. */
type Linked = Pick<AgentJob, 'prLink' | 'source'> | null | undefined

const LONGEST_LINK = 2_000
const LONGEST_HOST = 50

/** "pull request #12", or "pull request on review.example" when that is not the repository's host. */
export function pullRequestName(job: Linked): string | undefined {
  if (!job?.prLink) return undefined
  const url = URL.parse(job.prLink)
  if (url === null) return 'pull request'
  if (url.host !== hostOf(job.source?.repository)) return `pull request on ${escapeSlackText(shortHost(url.host))}`
  const number = /\/(?:pull|pulls|pull-requests|merge_requests)\/(\d{1,12})(?!\d)/.exec(url.pathname)?.[1]
  return number === undefined ? 'pull request' : `pull request #${number}`
}

/** A link under the pull request's name; just the name when Slack would not take the address. */
export function pullRequestLink(job: Linked): string | undefined {
  const name = pullRequestName(job)
  const address = addressOf(job)
  return address === undefined ? name : `<${escapeSlackText(address.replaceAll('|', '%7C'))}|${name}>`
}

/** Green only for success. */
export function pullRequestButtons(job: Linked, isSuccess: boolean): types.Button[] {
  const address = addressOf(job)
  const label = `View ${pullRequestName(job)}`
  return address === undefined
    ? []
    : [linkButton('open-pull-request', label, address, isSuccess ? 'primary' : undefined)]
}

/** As a browser understands it, without a user name and password that only look like a host. */
function addressOf(job: Linked): string | undefined {
  const url = job?.prLink ? URL.parse(job.prLink) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  url.username = ''
  url.password = ''
  return url.href.length > LONGEST_LINK ? undefined : url.href
}

/** The host of `https://github.com/acme/docs` or `git@github.com:acme/docs.git`; `acme/docs` has none. */
function hostOf(repository: string | null | undefined): string | undefined {
  if (!repository) return undefined
  const ssh = /^(?:ssh:\/\/)?[^/@\s]{1,100}@([^/:@\s]{1,255})[:/]/.exec(repository)?.[1]
  return ssh?.toLowerCase() ?? (URL.parse(repository)?.host || undefined)
}

/** Only its end, which shows who owns the name. */
const shortHost = (host: string) => (host.length > LONGEST_HOST ? `…${host.slice(1 - LONGEST_HOST)}` : host)
