import type { IncomingHttpHeaders } from 'node:http'
import { type Dispatcher, EnvHttpProxyAgent, errors, getGlobalDispatcher, request, setGlobalDispatcher } from 'undici'

/** How one request ended. What is `not connected` certainly did not arrive. */
export type Answer =
  | { kind: 'answered'; status: number; body: string; headers: IncomingHttpHeaders }
  | { kind: 'not connected'; why: string }
  | { kind: 'no answer'; why: 'too slow' | 'cut off' | 'too big' }

export type RequestOptions = {
  headers?: Record<string, string>
  /** Makes it a POST. */
  json?: object
  /** What opens the connection. By default it stays open for the next request. */
  dispatcher?: Dispatcher
  /** Asked once connected, before the first byte: after a no, nothing was sent, as it was too late. */
  mayStart?: (() => boolean) | undefined
  /** Until the answer begins, and until it is complete. */
  responseMs: number
  wholeMs: number
  mostBytes: number
}

/** Why nothing was sent although the other side could be reached. */
export const TOO_LATE = 'too late'

/** One request: no retry, no redirect, a limit on the whole and on the size of the answer. */
export async function ask(url: string, options: RequestOptions): Promise<Answer> {
  const { headers, json, dispatcher = getGlobalDispatcher(), mayStart = () => true } = options
  const { responseMs, wholeMs, mostBytes } = options
  let hasStarted = false
  const start = () => {
    hasStarted = mayStart()
    return hasStarted
  }
  try {
    const answer = await request(url, {
      ...(json && { method: 'POST', body: JSON.stringify(json) }),
      headers: { ...(json && { 'content-type': 'application/json' }), ...headers },
      dispatcher: dispatcher.compose(fence(start)),
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
    const why = reasonOf(error)
    if (!hasStarted) return { kind: 'not connected', why }
    // An old connection that broke says nothing: whoever only reads tries again.
    return { kind: 'no answer', why: why === 'too slow' ? why : 'cut off' }
  }
}

const TOO_SLOW = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']

function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'too slow'
  if (error instanceof TooLate) return TOO_LATE
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  if (code === undefined || error instanceof errors.InvalidArgumentError) throw error
  return TOO_SLOW.includes(code) ? 'too slow' : code
}

class TooLate extends Error {
  override name = 'TooLate'
}

/** Asks at the last possible moment whether a request may start: once it has a connection, before it writes its first byte. */
export const fence =
  (mayStart: () => boolean): Dispatcher.DispatcherComposeInterceptor =>
  dispatch =>
  (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        if (mayStart()) handler.onRequestStart?.(controller, context)
        else controller.abort(new TooLate())
      },
      onRequestUpgrade: (...told) => handler.onRequestUpgrade?.(...told),
      onResponseStart: (...told) => handler.onResponseStart?.(...told),
      onResponseData: (...told) => handler.onResponseData?.(...told),
      onResponseEnd: (...told) => handler.onResponseEnd?.(...told),
      onResponseError: (...told) => handler.onResponseError?.(...told)
    })

/** The first value of a header that may come more than once. */
export const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined => [headers[name]].flat()[0]

/** The address through which requests leave this network, and the hosts that are reached without it. */
export type Proxy = { HTTPS_PROXY: string; NO_PROXY?: string | undefined }

const through = (proxy: Proxy | undefined) => ({
  httpProxy: '',
  httpsProxy: proxy?.HTTPS_PROXY ?? '',
  noProxy: proxy?.NO_PROXY ?? ''
})

/** Each request gets its own connection: the far side can close a reused one at the moment of writing. */
export const freshConnections = (proxy?: Proxy, connectMs = 5_000): Dispatcher =>
  new EnvHttpProxyAgent({ ...through(proxy), pipelining: 0, connect: { timeout: connectMs } })

/** From here on all other requests, also those of Slack's libraries, go through the proxy too. */
export const fetchThrough = (proxy: Proxy): void => setGlobalDispatcher(new EnvHttpProxyAgent(through(proxy)))

/** What WebSockets connect through. */
export const socketDispatcher = (proxy: Proxy | undefined) => proxy && getGlobalDispatcher()
