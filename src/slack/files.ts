import { type Answer, isLoopback, read } from '../http/request.ts'
import type { SlackFile } from './attachments.ts'

const TEXT =
  /^text\/|^application\/(?:json|toml|sql|typescript|x-ndjson|(?:x-)?(?:yaml|javascript|sh|python|httpd-php)|xml|.+\+(?:json|xml))$/

const FILES_HOST = 'files.slack.com'
const MOST_BYTES = 100_000
const MOST_CHARACTERS = 20_000
const TRIES = 2

type Options = { botToken: string; apiUrl: string; timeoutMs: number }

/** Reads a file of text, at most twice. Undefined: it is none, it is too long, or Slack does not hand it out. */
export function createTextFetch({ botToken, apiUrl, timeoutMs }: Options) {
  const bounds = { responseMs: timeoutMs, wholeMs: timeoutMs, mostBytes: MOST_BYTES }
  const headers = { authorization: `Bearer ${botToken}` }

  /** The token goes nowhere else; a stand-in on this machine serves files as well. */
  function isOfSlack(address: string): boolean {
    const [url, api] = [URL.parse(address), URL.parse(apiUrl)]
    if (url === null || url.username !== '' || url.password !== '') return false
    return url.origin === `https://${FILES_HOST}` || (url.origin === api?.origin && isLoopback(url))
  }

  return async ({ mimetype, size, url }: SlackFile): Promise<string | undefined> => {
    if (!TEXT.test(mimetype) || size > MOST_BYTES || !isOfSlack(url)) return undefined
    let answer: Answer | undefined
    for (let tried = 0; tried < TRIES && (answer === undefined || mayPass(answer)); tried++)
      answer = await read(url, { ...bounds, headers })
    return answer?.kind === 'answered' ? textIn(answer, mimetype) : undefined
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
  if (status !== 200 || isPage || body.length > MOST_CHARACTERS || /[\0\ufffd]/.test(body)) return undefined
  return body.replace(/^\ufeff/, '')
}
