import type { IncomingHttpHeaders } from 'node:http'
import { Client, type Dispatcher, EnvHttpProxyAgent, errors, request, setGlobalDispatcher } from 'undici'

// What is sent opens its own connection, so that it is certain whether anything of it went out; what is read shares open ones.

/** What is `not connected` certainly did not arrive. */
export type Answer =
  | { kind: 'answered'; status: number; body: string; headers: IncomingHttpHeaders }
  | { kind: 'not connected'; why: string }
  | { kind: 'no answer'; why: 'too slow' | 'cut off' | 'too big' }

type Bounds = { responseMs: number; wholeMs: number; mostBytes: number }

type Asking = Pick<Dispatcher.RequestOptions, 'method' | 'body' | 'reset'> & {
  headers: Record<string, string>
  dispatcher?: Dispatcher
}

/** No retry, no redirect, a limit on the whole and on the size of the answer. */
async function ask(url: string, asking: Asking, { responseMs, wholeMs, mostBytes }: Bounds): Promise<Answer> {
  const answer = await request(url, {
    ...asking,
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
}

const TOO_SLOW = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']
const CUT_OFF = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']

const hasTimedOut = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'TimeoutError' || ('code' in error && TOO_SLOW.includes(String(error.code))))

/** An error of our own says nothing about the far side. */
function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && !(error instanceof errors.InvalidArgumentError))
    return String(error.code)
  throw error
}

export const read = (url: string, { headers, ...bounds }: Bounds & { headers: Record<string, string> }) =>
  ask(url, { method: 'GET', headers }, bounds).catch((error: unknown): Answer => {
    if (hasTimedOut(error)) return { kind: 'no answer', why: 'too slow' }
    const code = codeOf(error)
    // An old connection that broke says nothing: whoever reads tries again.
    return CUT_OFF.includes(code) ? { kind: 'no answer', why: 'cut off' } : { kind: 'not connected', why: code }
  })

type Post = Bounds & {
  headers: Record<string, string>
  json: object
  proxy?: ProxyAddress | undefined
  /** Asked once connected, before the first byte: after a no, nothing was sent, as it was too late. */
  mayStart?: (() => boolean) | undefined
  connectMs?: number
}

export const TOO_LATE = 'too late'

export async function post(url: string, options: Post): Promise<Answer> {
  const { headers, json, proxy, mayStart = () => true, connectMs = 8_000, ...bounds } = options
  // The far side can close a reused connection at the moment of writing. A proxy that hangs up would be asked for ever.
  const connection = new EnvHttpProxyAgent({
    ...through(proxy),
    factory: (origin, opts) =>
      new Client(origin, opts).on('connectionError', (_, __, error) => void connection.destroy(error))
  })
  let hasStarted = false
  let isTooLate = false
  const start = () => {
    if (hasStarted) return false
    hasStarted = mayStart()
    isTooLate = !hasStarted
    return hasStarted
  }
  let isTooSlow = false
  // A signal ends no request that still has no connection.
  const connecting = setTimeout(() => {
    isTooSlow = !hasStarted
    if (isTooSlow) void connection.destroy()
  }, connectMs)
  const asking: Asking = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(json),
    reset: true,
    dispatcher: connection.compose(fence(start))
  }
  try {
    return await ask(url, asking, bounds)
  } catch (error) {
    if (hasStarted) return { kind: 'no answer', why: hasTimedOut(error) ? 'too slow' : 'cut off' }
    if (isTooLate) return { kind: 'not connected', why: TOO_LATE }
    return { kind: 'not connected', why: isTooSlow ? 'ETIMEDOUT' : codeOf(error) }
  } finally {
    clearTimeout(connecting)
    void connection.destroy()
  }
}

class TooLate extends Error {}

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

export const isLoopback = ({ hostname }: URL): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)

export const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined => [headers[name]].flat()[0]

/** A service that repeats a key or a token of ours must not make us store, log or publish it. */
export function parseJson(body: string, secrets: string[]): unknown {
  const withoutSecrets = (_: string, value: unknown) =>
    typeof value === 'string' ? secrets.reduce((words, secret) => words.replaceAll(secret, '[key]'), value) : value
  try {
    return JSON.parse(body, withoutSecrets)
  } catch {
    return undefined
  }
}

export type ProxyAddress = { HTTPS_PROXY: string; NO_PROXY?: string | undefined }

const through = (proxy: ProxyAddress | undefined) => ({
  httpProxy: '',
  httpsProxy: proxy?.HTTPS_PROXY ?? '',
  noProxy: proxy?.NO_PROXY ?? ''
})

/** From here on all other requests, also those of Slack's libraries, go through the proxy too. */
export const fetchThrough = (proxy: ProxyAddress): void => setGlobalDispatcher(new EnvHttpProxyAgent(through(proxy)))
