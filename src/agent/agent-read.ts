import { errors, request } from 'undici'
import { BOUNDS, type Bounds, type Exchange, headersWith, LARGEST_BODY } from './agent-request.ts'

/**
 * One GET, on a connection that stays open for the next one: should the far side close it at the moment of writing, asking again does
 * no harm. No retry, no redirect, a limit on the whole and on the size of the answer.
 */
export async function read(url: string, apiKey: string, bounds: Bounds = BOUNDS): Promise<Exchange> {
  try {
    const { statusCode, headers, body } = await request(url, {
      headers: headersWith(apiKey),
      headersTimeout: bounds.response,
      bodyTimeout: bounds.request,
      signal: AbortSignal.timeout(bounds.request)
    })
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of body) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > LARGEST_BODY) return { kind: 'no answer', why: 'too big' }
    }
    const retryAfter = [headers['retry-after']].flat()[0]
    return { kind: 'answered', status: statusCode, body: Buffer.concat(chunks).toString(), retryAfter }
  } catch (error) {
    return toFailure(error)
  }
}

const TOO_SLOW = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']
const CUT_OFF = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']

function toFailure(error: unknown): Exchange {
  if (error instanceof DOMException && error.name === 'TimeoutError') return { kind: 'no answer', why: 'too slow' }
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  if (code === undefined || error instanceof errors.InvalidArgumentError) throw error
  if (TOO_SLOW.includes(code)) return { kind: 'no answer', why: 'too slow' }
  // A connection that broke may have been an old one, of which that says nothing: it is tried again.
  if (CUT_OFF.includes(code)) return { kind: 'no answer', why: 'cut off' }
  return { kind: 'not connected', why: code }
}
