import { JOB_ID, looksLikeId } from '../intent/read.ts'

const JOB_ID_PLACE = '{jobId}'

/** The id that a link to a job holds where the pattern says so. What follows it, like a tab or a line, may be anything. */
export function jobIdIn(link: string, pattern: string): string | undefined {
  const [before = '', after = ''] = pattern.split(JOB_ID_PLACE)
  const url = URL.parse(link)
  // As a browser writes it: the host in lower case, the path as it is.
  const start = URL.parse(`${before}x`)?.href.slice(0, -1)
  if (url === null || start === undefined || !url.href.startsWith(start)) return undefined
  const [id = ''] = /^[^/?#&]*/.exec(url.href.slice(start.length)) ?? []
  const rest = url.href.slice(start.length + id.length)
  const jobId = unescaped(id)
  return rest.startsWith(after) && JOB_ID.test(jobId) ? jobId : undefined
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const MOST_PARTS = 20

export type JobNames = { ids: string[]; addresses: string[] }

/** What a link can be known by: the parts of its path that look like a job's id, and the pull request that it is a page of, whose address ends in a number. */
export function linkNames(url: string): JobNames {
  const parsed = URL.parse(url)
  if (parsed === null) return { ids: [], addresses: [] }
  const parts = parsed.pathname.split('/').filter(part => part !== '')
  if (parts.length > MOST_PARTS) return { ids: [], addresses: [] }
  const pages = parts.map((_, at) => `${parsed.origin}/${parts.slice(0, at + 1).join('/')}`)
  return {
    ids: parts.map(unescaped).filter(looksLikeId),
    addresses: [parsed.href, ...pages.filter(page => /\/\d+$/.test(page)).flatMap(page => [page, `${page}/`])]
  }
}

type LinkedMessage = { channelId: string; ts: string; threadTs: string }

const MESSAGE_PATH = /^\/archives\/([CDG][A-Z0-9]+)\/p(\d{10})(\d{6})$/
const TIMESTAMP = /^\d{10}\.\d{6}$/

/** A message of this workspace that somebody copied the link of; its thread is its own if the link names no other. */
export function linkedMessage(link: string, workspaceUrl: string): LinkedMessage | undefined {
  const url = URL.parse(link)
  if (url === null || url.origin !== URL.parse(workspaceUrl)?.origin) return undefined
  const [, channelId, seconds, micros] = MESSAGE_PATH.exec(url.pathname) ?? []
  if (channelId === undefined) return undefined
  const ts = `${seconds}.${micros}`
  const threadTs = url.searchParams.get('thread_ts') ?? ts
  return { channelId, ts, threadTs: TIMESTAMP.test(threadTs) ? threadTs : ts }
}
