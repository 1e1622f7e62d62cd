import http from 'node:http'
import https from 'node:https'
import got, { RequestError, TimeoutError } from 'got'

/** What one HTTP exchange with the agent service came to. Only `not connected` is certain to have delivered nothing. */
export type Exchange =
  | { kind: 'answered'; status: number; body: string; retryAfter: string | undefined }
  | { kind: 'not connected'; why: string }
  | { kind: 'no answer'; why: 'too slow' | 'cut off' | 'too big' }

export type AgentRequest = { method: 'GET' | 'POST'; url: string; apiKey: string; json?: { prompt: string } }

const LARGEST_BODY = 1_000_000
const BOUNDS = { lookup: 5_000, connect: 5_000, secureConnect: 5_000, response: 15_000, request: 30_000 }

/** Times for each part of one exchange, in milliseconds. */
export type Bounds = typeof BOUNDS

// A reused connection can be closed by the far side at the moment of writing, which looks like a lost answer: never reuse.
const agent = { http: new http.Agent({ keepAlive: false }), https: new https.Agent({ keepAlive: false }) }

/** One exchange: no retry, no redirect, a bound on every part of it and on the size of the answer. */
export async function exchange(
  { method, url, apiKey, json }: AgentRequest,
  bounds: Bounds = BOUNDS
): Promise<Exchange> {
  const tooBig = new AbortController()
  try {
    const response = await got(url, {
      method,
      ...(json && { json }),
      headers: { authorization: `Bearer ${apiKey}`, accept: 'application/json', 'user-agent': 'agent-followup' },
      agent,
      timeout: bounds,
      retry: { limit: 0 },
      followRedirect: false,
      throwHttpErrors: false,
      decompress: false,
      signal: tooBig.signal
    }).on('downloadProgress', ({ transferred }) => {
      if (transferred > LARGEST_BODY) tooBig.abort()
    })
    const retryAfter = response.headers['retry-after']
    return { kind: 'answered', status: response.statusCode, body: response.body, retryAfter }
  } catch (error) {
    if (tooBig.signal.aborted) return { kind: 'no answer', why: 'too big' }
    return toFailure(error, url)
  }
}

function toFailure(error: unknown, url: string): Exchange {
  if (!(error instanceof RequestError)) throw error
  const timings = error.timings
  const connected = url.startsWith('https:') ? timings?.secureConnect : timings?.connect
  if (connected === undefined) return { kind: 'not connected', why: error.code }
  return { kind: 'no answer', why: error instanceof TimeoutError ? 'too slow' : 'cut off' }
}
