import { type Answer, isLoopback, read } from '../http/request.ts'
import type { SlackFile } from './attachments.ts'

const TEXT =
  /^text\/|^application\/(?:json|toml|sql|typescript|x-ndjson|(?:x-)?(?:yaml|javascript|sh|python|httpd-php)|xml|.+\+(?:json|xml))$/

/** Of all files of a message. */
export const MOST_CHARACTERS = 40_000
const MOST_BYTES = 3 * MOST_CHARACTERS

type Options = { botToken: string; apiUrl: string; timeoutMs: number }

/** Reads a file of text, at most twice. Undefined: it is none, it is too long, or Slack does not hand it out. */
export function createTextFetch({ botToken, apiUrl, timeoutMs }: Options) {
  const bounds = { responseMs: timeoutMs, wholeMs: timeoutMs, mostBytes: MOST_BYTES }
  const ask = (url: string) => read(url, { ...bounds, headers: { authorization: `Bearer ${botToken}` } })
  const api = new URL(apiUrl)
  // The token goes nowhere else; a stand-in on this machine serves files as well.
  const origins = ['https://files.slack.com', ...(isLoopback(api) ? [api.origin] : [])]

  return async ({ mimetype, url }: SlackFile): Promise<string | undefined> => {
    if (!TEXT.test(mimetype) || !origins.includes(URL.parse(url)?.origin ?? '')) return undefined
    const first = await ask(url)
    const answer = mayPass(first) ? await ask(url) : first
    return answer.kind === 'answered' ? textIn(answer, mimetype) : undefined
  }
}

const mayPass = (answer: Answer): boolean =>
  answer.kind === 'answered'
    ? answer.status === 429 || answer.status >= 500
    : answer.kind === 'not connected' || answer.why !== 'too big'

/** Without the scope, Slack leads to a page where people log in. What is not UTF-8 was decoded to replacement characters. */
function textIn(
  { status, headers, body }: Extract<Answer, { kind: 'answered' }>,
  mimetype: string
): string | undefined {
  const isPage = mimetype !== 'text/html' && String(headers['content-type']).startsWith('text/html')
  if (status !== 200 || isPage || /[\0\ufffd]/.test(body)) return undefined
  return body.replace(/^\ufeff/, '')
}
