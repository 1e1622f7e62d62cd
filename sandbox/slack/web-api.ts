import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiContext, type ApiMethod, requireScope } from './api-method.ts'
import { API_METHODS } from './api-methods.ts'
import type { Fault, SlackFaults } from './fault.ts'
import type { RateLimits } from './rate-limits.ts'
import { readCall } from './read-request.ts'
import { SlackRefusal } from './slack-refusal.ts'
import type { Json } from './slack-types.ts'

export type TokenKind = 'bot' | 'app' | 'none' | 'unknown'
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
