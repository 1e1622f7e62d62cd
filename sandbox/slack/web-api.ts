import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiContext, type ApiMethod, requireScope } from './api-method.ts'
import type { Fault, SlackFaults } from './fault.ts'
import { chatMethods, reactionMethods } from './methods/chat-methods.ts'
import { conversationMethods, directoryMethods } from './methods/conversation-methods.ts'
import { viewMethods } from './methods/view-methods.ts'
import { readCall } from './slack-server.ts'
import { type Json, SlackRefusal } from './slack-types.ts'
import type { SlackClock } from './slack-world.ts'

const API_METHODS: ReadonlyMap<string, ApiMethod> = new Map(
  Object.entries({
    ...chatMethods,
    ...reactionMethods,
    ...conversationMethods,
    ...directoryMethods,
    ...viewMethods
  })
)

type RateLimits = ReturnType<typeof createRateLimits>

/** A bucket for each method (and channel, where Slack counts so), refilled at the documented rate. */
export function createRateLimits(clock: SlackClock) {
  const buckets = new Map<string, { tokens: number; atMs: number }>()

  /** Takes one call; returns the seconds to wait when none is left. */
  return function takeCall(name: string, { perMinute, perChannel }: ApiMethod, channel: string): number | undefined {
    const size = perChannel?.burst ?? perMinute
    const key = perChannel ? `${name} ${channel}` : name
    const now = clock.now()
    const bucket = buckets.get(key) ?? { tokens: size, atMs: now }
    bucket.tokens = Math.min(size, bucket.tokens + (Math.max(now - bucket.atMs, 0) * perMinute) / 60_000)
    bucket.atMs = now
    buckets.set(key, bucket)
    if (bucket.tokens < 1) return Math.max(1, Math.ceil(((1 - bucket.tokens) * 60) / perMinute))
    bucket.tokens -= 1
    return undefined
  }
}

type TokenKind = 'bot' | 'app' | 'none' | 'unknown'
export type ApiCall = {
  method: string
  params: Json
  token: TokenKind
  status: number
  answer: Json
  fault?: Fault
  atMs: number
}
export type Tokens = { bot: string; app: string; revoked: Set<'bot' | 'app'> }
type Reply = { status: number; answer: Json; retryAfterS?: number; page?: string }

const PAGE = '<!doctype html><html><head><title>Sorry</title></head><body>Something is wrong here.</body></html>'

type Parts = {
  context: ApiContext
  tokens: Tokens
  faults: SlackFaults
  takeCall: RateLimits | undefined
  stopping: AbortSignal
}

/** The Web API over HTTP: faults first, then the token, the rate, the scope, and the method itself. */
export function createWebApi({ context, tokens, faults, takeCall, stopping }: Parts) {
  const calls: ApiCall[] = []

  async function handle(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = faults.take(name)
    const { params, token, reply } = await read(request)
    const call: ApiCall = {
      method: name,
      params,
      token: kindOf(token),
      status: 0,
      answer: {},
      fault,
      atMs: context.world.clock.now()
    }
    calls.push(call)
    const kind = fault && 'kind' in fault ? fault.kind : undefined
    if (kind === 'hang' || kind === 'reset before read') {
      context.world.changed()
      if (kind !== 'hang') response.destroy()
      return
    }
    const { status, answer, retryAfterS, page } = reply ?? faultyReply(fault) ?? process(name, call)
    Object.assign(call, { status, answer })
    context.world.changed()
    if (fault?.delayMs) await sleep(fault.delayMs, undefined, { signal: stopping }).catch(() => undefined)
    if (kind === 'reset after processing') return void response.destroy()
    const headers = retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }
    const granted = { 'x-oauth-scopes': [...context.scopes].join(',') }
    const type = page === undefined ? 'application/json' : 'text/html'
    response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...granted, ...headers })
    response.end(page ?? JSON.stringify(answer))
  }

  function kindOf(token: string | undefined): TokenKind {
    if (token === undefined || token === '') return 'none'
    if (token === tokens.bot) return 'bot'
    return token === tokens.app ? 'app' : 'unknown'
  }

  function process(name: string, call: ApiCall): Reply {
    try {
      const method = API_METHODS.get(name)
      if (!method) throw new SlackRefusal('unknown_method', { req_method: name })
      refuseToken(call.token, method)
      const channel = typeof call.params.channel === 'string' ? call.params.channel : ''
      const retryAfterS = takeCall?.(name, method, channel)
      if (retryAfterS !== undefined) return rateLimited(retryAfterS)
      if (method.scope) requireScope(context, method.scope)
      return { status: 200, answer: { ok: true, ...method.run(context, call.params) } }
    } catch (error) {
      return refusal(error)
    }
  }

  function refuseToken(kind: TokenKind, method: ApiMethod): void {
    if (kind === 'none') throw new SlackRefusal('not_authed')
    if (kind === 'unknown') throw new SlackRefusal('invalid_auth')
    if (tokens.revoked.has(kind)) throw new SlackRefusal('token_revoked')
    if (kind !== method.token) throw new SlackRefusal('not_allowed_token_type')
  }

  return { handle, calls }
}

async function read(request: IncomingMessage): Promise<{ params: Json; token?: string; reply?: Reply }> {
  try {
    return await readCall(request)
  } catch (error) {
    return { params: {}, reply: refusal(error) }
  }
}

function faultyReply(fault: Fault | undefined): Reply | undefined {
  if (!fault) return undefined
  if ('kind' in fault) return pageFor(fault.kind)
  const { error, status, retryAfterS } = fault
  if (retryAfterS !== undefined) return rateLimited(retryAfterS)
  if (status !== undefined) return { status, answer: { ok: false, error: error ?? 'internal_error' } }
  return error === undefined ? undefined : { status: 200, answer: { ok: false, error } }
}

function pageFor(kind: string): Reply | undefined {
  const status = { 'html 200': 200, 'html 503': 503 }[kind]
  return status === undefined ? undefined : { status, answer: { ok: false, error: 'a web page' }, page: PAGE }
}

function rateLimited(retryAfterS: number): Reply {
  return { status: 429, answer: { ok: false, error: 'ratelimited' }, retryAfterS }
}

function refusal(error: unknown): Reply {
  if (!(error instanceof SlackRefusal)) throw error
  return { status: 200, answer: { ok: false, error: error.code, ...error.details } }
}
