import type http from 'node:http'
import type https from 'node:https'
import { TLSSocket } from 'node:tls'
import got, { RequestError, TimeoutError } from 'got'
import { get, headerOf } from '../http/get.ts'

/** How one HTTP exchange with the agent service ended. Only `not connected` is certain to have delivered nothing. */
export type Exchange =
  | { kind: 'answered'; status: number; body: string; retryAfter: string | undefined }
  | { kind: 'not connected'; why: string }
  | { kind: 'no answer'; why: 'too slow' | 'cut off' | 'too big' }

type AgentRequest = {
  url: string
  apiKey: string
  json: { prompt: string }
  /** Asked once connected, before the first byte: a no makes it certain that nothing was sent. */
  isInTime?: (() => boolean) | undefined
}

/** Why nothing was sent although the service was reachable. */
export const TOO_LATE = 'too late'

const LARGEST_BODY = 1_000_000
const BOUNDS = { lookup: 5_000, connect: 5_000, secureConnect: 5_000, response: 15_000, request: 30_000 }

/** Time limits for each part of one exchange, in milliseconds. */
export type Bounds = typeof BOUNDS

/** These open a connection for each POST, through a proxy where there is one. */
export type Agents = { http: http.Agent; https: https.Agent }

const headersWith = (apiKey: string) => ({
  authorization: `Bearer ${apiKey}`,
  accept: 'application/json',
  'user-agent': 'agent-followup'
})

/** One POST: no retry, no redirect, a limit on every part of it and on the size of the answer. */
export async function exchange(
  { url, apiKey, json, isInTime }: AgentRequest,
  agent: Agents,
  bounds: Bounds = BOUNDS
): Promise<Exchange> {
  const tooBig = new AbortController()
  const tooLate = new AbortController()
  let hasLetGo = false
  try {
    const request = got(url, {
      method: 'POST',
      json,
      headers: headersWith(apiKey),
      agent,
      timeout: bounds,
      retry: { limit: 0 },
      followRedirect: false,
      throwHttpErrors: false,
      decompress: false,
      signal: AbortSignal.any([tooBig.signal, tooLate.signal])
    })
    if (isInTime) {
      const ask = () => {
        hasLetGo = isInTime()
        if (!hasLetGo) tooLate.abort()
        return hasLetGo
      }
      request.on('request', sending => holdBack(sending, ask))
    }
    request.on('downloadProgress', ({ transferred }) => {
      if (transferred > LARGEST_BODY) tooBig.abort()
    })
    const response = await request
    const retryAfter = response.headers['retry-after']
    return { kind: 'answered', status: response.statusCode, body: response.body, retryAfter }
  } catch (error) {
    if (tooLate.signal.aborted) return { kind: 'not connected', why: TOO_LATE }
    if (tooBig.signal.aborted) return { kind: 'no answer', why: 'too big' }
    return toFailure(error, url, hasLetGo)
  }
}

/** Holds back every byte until the connection is up, then releases them in the same turn in which `isInTime` says yes. */
function holdBack(request: http.ClientRequest, isInTime: () => boolean): void {
  request.once('socket', socket => {
    const letGo = () => {
      if (isInTime()) socket.uncork()
      else socket.destroy()
    }
    socket.cork()
    const isSecure = socket instanceof TLSSocket
    const stands = isSecure ? socket.authorized || Boolean(socket.authorizationError) : !socket.connecting
    if (stands) letGo()
    else socket.prependOnceListener(isSecure ? 'secureConnect' : 'connect', letGo)
  })
}

function toFailure(error: unknown, url: string, hasLetGo: boolean): Exchange {
  if (!(error instanceof RequestError)) throw error
  const timings = error.timings
  const connected = url.startsWith('https:') ? timings?.secureConnect : timings?.connect
  if (connected === undefined && !hasLetGo) return { kind: 'not connected', why: error.code }
  return { kind: 'no answer', why: error instanceof TimeoutError ? 'too slow' : 'cut off' }
}

export async function read(url: string, apiKey: string, bounds: Bounds = BOUNDS): Promise<Exchange> {
  const answer = await get(url, {
    headers: headersWith(apiKey),
    responseMs: bounds.response,
    wholeMs: bounds.request,
    mostBytes: LARGEST_BODY
  })
  if (answer.kind !== 'answered') return answer
  const { status, body, headers } = answer
  return { kind: 'answered', status, body, retryAfter: headerOf(headers, 'retry-after') }
}

/** Says whether one more retry is allowed. Retries must stay a small part of what a service in trouble gets. */
type RetryAllowance = { countCall(): void; takeRetry(): boolean }

const EARNED_BY_A_CALL = 0.1
const MOST_SAVED = 10

/** Every call earns a tenth of a retry; up to ten unused ones are saved. A new process starts with ten. */
export function createRetryAllowance(): RetryAllowance {
  let saved = MOST_SAVED
  return {
    countCall() {
      saved = Math.min(saved + EARNED_BY_A_CALL, MOST_SAVED)
    },
    takeRetry() {
      if (saved < 1) return false
      saved -= 1
      return true
    }
  }
}
