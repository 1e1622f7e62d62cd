import type { IncomingHttpHeaders } from 'node:http'
import { errors, request } from 'undici'

/** How one GET ended. */
export type Got =
  | { kind: 'answered'; status: number; body: string; headers: IncomingHttpHeaders }
  | { kind: 'not connected'; why: string }
  | { kind: 'no answer'; why: 'too slow' | 'cut off' | 'too big' }

export type GetOptions = {
  headers: Record<string, string>
  /** Until the answer begins, and until it is complete. */
  responseMs: number
  wholeMs: number
  mostBytes: number
}

/**
 * One GET, on a connection that stays open for the next one: should the far side close it at the moment of writing, asking again does
 * no harm. No retry, no redirect, a limit on the whole and on the size of the answer.
 */
export async function get(url: string, { headers, responseMs, wholeMs, mostBytes }: GetOptions): Promise<Got> {
  try {
    const answer = await request(url, {
      headers,
      headersTimeout: responseMs,
      bodyTimeout: wholeMs,
      signal: AbortSignal.timeout(wholeMs)
    })
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of answer.body) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > mostBytes) return { kind: 'no answer', why: 'too big' }
    }
    const body = Buffer.concat(chunks).toString()
    return { kind: 'answered', status: answer.statusCode, body, headers: answer.headers }
  } catch (error) {
    return toFailure(error)
  }
}

const TOO_SLOW = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']
const CUT_OFF = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']

function toFailure(error: unknown): Got {
  if (error instanceof DOMException && error.name === 'TimeoutError') return { kind: 'no answer', why: 'too slow' }
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  if (code === undefined || error instanceof errors.InvalidArgumentError) throw error
  if (TOO_SLOW.includes(code)) return { kind: 'no answer', why: 'too slow' }
  // A connection that broke may have been an old one, of which that says nothing: it is tried again.
  if (CUT_OFF.includes(code)) return { kind: 'no answer', why: 'cut off' }
  return { kind: 'not connected', why: code }
}

/** The first value of a header that may come more than once. */
export const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined => [headers[name]].flat()[0]
