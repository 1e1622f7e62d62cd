import http, { type ClientRequest, type IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import { TLSSocket } from 'node:tls'
import got, { RequestError, TimeoutError } from 'got'
import { type Dispatcher, EnvHttpProxyAgent, errors, Pool, request, setGlobalDispatcher } from 'undici'

// What is sent opens its own connection, so that it is certain whether anything of it went out; what is read shares open ones.

/** What is `not connected` certainly did not arrive. */
export type Answer =
  | { kind: 'answered'; status: number; body: string; headers: IncomingHttpHeaders }
  | { kind: 'not connected'; why: string }
  | { kind: 'no answer'; why: 'too slow' | 'cut off' | 'too big' }

const CONNECT_WITHIN_MS = 8_000

type Bounds = { responseMs: number; wholeMs: number; mostBytes: number }

type ReadOptions = Bounds & { headers: Record<string, string> }

/** One GET: no retry, no redirect, a limit on the whole and on the size of the answer. */
export async function read(url: string, { headers, responseMs, wholeMs, mostBytes }: ReadOptions): Promise<Answer> {
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

/** What a proxy answers that makes no tunnel is only in the words of the error. */
export const proxyAnswer = ({ message }: Error): string | undefined =>
  /^Proxy response \(\d+\)/.exec(message)?.[0].replace(/\D+(\d+)\)/, 'the proxy answered $1')

const TOO_SLOW = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']
const HUNG_UP = { code: 'ECONNRESET' }
const CUT_OFF = ['UND_ERR_SOCKET', HUNG_UP.code, 'EPIPE']

function toFailure(error: unknown): Answer {
  if (error instanceof DOMException && error.name === 'TimeoutError') return { kind: 'no answer', why: 'too slow' }
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  if (code === undefined || error instanceof errors.InvalidArgumentError) throw error
  if (TOO_SLOW.includes(code)) return { kind: 'no answer', why: 'too slow' }
  // An old connection that broke says nothing: whoever reads tries again.
  if (CUT_OFF.includes(code)) return { kind: 'no answer', why: 'cut off' }
  return { kind: 'not connected', why: (error instanceof Error && proxyAnswer(error)) || code }
}

/** Open a connection for each request: the far side can close a reused one at the moment of writing. */
export type Agents = { http: http.Agent; https: https.Agent }

export const createAgents = (proxy?: Proxy): Agents => ({
  http: new http.Agent({ keepAlive: false }),
  https: new TunnelAgent({ keepAlive: false, ...(proxy && { proxyEnv: proxy }) })
})

/** Node leaves the connection open on which a proxy refused a tunnel, and a reset of it would end the process. */
class TunnelAgent extends https.Agent {
  override createConnection(...[options, done]: Parameters<https.Agent['createConnection']>) {
    const socket = super.createConnection(options, (error, stream) => {
      if (error) socket?.destroy()
      done?.(error, stream)
    })
    return socket
  }
}

type Post = Bounds & {
  headers?: Record<string, string>
  json: object
  agents: Agents
  /** Asked once connected, before the first byte: after a no, nothing was sent, as it was too late. */
  mayStart?: (() => boolean) | undefined
  connectMs?: number
}

export const TOO_LATE = 'too late'

/** One POST: no retry, no redirect, a limit on every part of it and on the size of the answer. */
export async function post(url: string, options: Post): Promise<Answer> {
  const { headers, json, agents, mayStart = () => true, connectMs = CONNECT_WITHIN_MS } = options
  const { responseMs, wholeMs, mostBytes } = options
  const tooBig = new AbortController()
  const tooLate = new AbortController()
  // A request that still has no connection, like one that waits for a proxy's tunnel, keeps no limit of its own.
  const tooSlow = new AbortController()
  let hasStarted = false
  const start = () => {
    hasStarted = mayStart()
    if (!hasStarted) tooLate.abort()
    return hasStarted
  }
  const request = got.post(url, {
    headers,
    json,
    agent: agents,
    timeout: { response: responseMs, request: wholeMs },
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
    signal: AbortSignal.any([tooBig.signal, tooLate.signal, tooSlow.signal])
  })
  request.on('request', sending => holdBack(sending, start))
  request.on('downloadProgress', ({ transferred }) => {
    if (transferred > mostBytes) tooBig.abort()
  })
  const connecting = setTimeout(() => hasStarted || tooSlow.abort(), connectMs)
  try {
    const { statusCode, body, headers: answered } = await request
    return { kind: 'answered', status: statusCode, body, headers: answered }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    if (tooLate.signal.aborted) return { kind: 'not connected', why: TOO_LATE }
    if (!hasStarted) return { kind: 'not connected', why: tooSlow.signal.aborted ? 'ETIMEDOUT' : error.code }
    if (tooBig.signal.aborted) return { kind: 'no answer', why: 'too big' }
    return { kind: 'no answer', why: error instanceof TimeoutError ? 'too slow' : 'cut off' }
  } finally {
    clearTimeout(connecting)
  }
}

/** Holds back every byte until the connection is up, and lets them go in the same turn in which `start` says yes. */
function holdBack(request: ClientRequest, start: () => boolean): void {
  request.once('socket', socket => {
    const letGo = () => {
      if (start()) socket.uncork()
      else socket.destroy()
    }
    socket.cork()
    const isSecure = socket instanceof TLSSocket
    const stands = isSecure ? socket.authorized || Boolean(socket.authorizationError) : !socket.connecting
    if (stands) letGo()
    else socket.prependOnceListener(isSecure ? 'secureConnect' : 'connect', letGo)
  })
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

export type Proxy = { HTTPS_PROXY: string; NO_PROXY?: string | undefined }

const through = (proxy: Proxy | undefined) => ({
  httpProxy: '',
  httpsProxy: proxy?.HTTPS_PROXY ?? '',
  noProxy: proxy?.NO_PROXY ?? ''
})

/** From here on all other requests, also those of Slack's libraries, go through the proxy too. */
export function fetchThrough(proxy: Proxy, tunnelWithinMs = CONNECT_WITHIN_MS): void {
  const clientFactory = (url: URL, options: object) => openTunnels(url, { ...options, headersTimeout: tunnelWithinMs })
  setGlobalDispatcher(new EnvHttpProxyAgent({ ...through(proxy), clientFactory }))
}

/** A proxy that hangs up instead of opening a tunnel would be asked again for ever, without a pause: undici retries that code. */
function openTunnels(url: URL, options: Pool.Options): Dispatcher {
  const pool = new Pool(url, options)
  const open: (asked: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData> = pool.connect
  const connect = (asked: Dispatcher.ConnectOptions) =>
    open.call(pool, asked).catch(error => {
      throw error instanceof errors.SocketError ? Object.assign(new Error('The proxy hung up'), HUNG_UP) : error
    })
  return Object.assign(pool, { connect })
}
