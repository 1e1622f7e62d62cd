import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { fromJson } from '../shared/read-text.ts'
import {
  type Answer,
  type Delays,
  deliverAnswer,
  toErrorAnswer,
  toFaultAnswer,
  toJsonAnswer,
  toManner
} from './answer.ts'
import { type AgentFaults, type Fault, isProcessed, toFaultLabel } from './fault.ts'
import type { JobBook } from './job-book.ts'
import type { HourlyWindow } from './stand-in-agent.ts'

type Route = { asked: 'send' | 'read'; projectId: string; jobId: string } | { asked: 'other'; reason: 404 | 405 }

const jobPath = /^\/v2\/agent\/([^/]+)\/job\/([^/]+?)(\/message)?$/

function toRoute(method: string, target: string): Route {
  const match = jobPath.exec(target.replace(/\?.*$/, ''))
  const projectId = decode(match?.[1])
  const jobId = decode(match?.[2])
  if (projectId === null || jobId === null) return { asked: 'other', reason: 404 }
  const asked = match?.[3] === undefined ? 'read' : 'send'
  if (method !== (asked === 'send' ? 'POST' : 'GET')) return { asked: 'other', reason: 405 }
  return { asked, projectId, jobId }
}

function decode(part: string | undefined): string | null {
  try {
    return part === undefined ? null : decodeURIComponent(part)
  } catch {
    return null
  }
}

const messageSchema = z.object({ prompt: z.string().min(1) })

type AgentRequest = { route: Route; authorized: boolean; contentType: string | undefined; body: unknown }
type Deps = { projectId: string; jobs: JobBook; budget: HourlyWindow; retryAfterOn429: boolean }
type Decision = { answer: Answer; accepts: { jobId: string; prompt: string } | null }

/** The answer the document describes, without any fault. Nothing is changed here: the caller acts on `accepts`. */
function decideAnswer(deps: Deps, request: AgentRequest): Decision {
  const { route } = request
  const refuse = (status: number, error: string, headers: Record<string, string> = {}): Decision => ({
    answer: toErrorAnswer(status, error, headers),
    accepts: null
  })
  if (!request.authorized) return refuse(401, 'Unauthorized')
  if (route.asked === 'other') return refuse(route.reason, route.reason === 404 ? 'Not found' : 'Method not allowed')
  if (route.projectId !== deps.projectId || !deps.jobs.has(route.jobId)) return refuse(404, 'Job not found')
  if (route.asked === 'read') return { answer: toJsonAnswer(200, deps.jobs.read(route.jobId)), accepts: null }

  if (!/^application\/json\s*(;|$)/i.test(request.contentType ?? ''))
    return refuse(400, 'Invalid request: the content type must be application/json')
  const message = messageSchema.safeParse(request.body)
  if (!message.success) return refuse(400, 'Invalid request: prompt must be a string of at least 1 character')
  if (deps.budget.isFull()) {
    const headers = deps.retryAfterOn429 ? { 'retry-after': String(deps.budget.secondsUntilFree()) } : undefined
    return refuse(429, 'Request limit exceeded', headers)
  }
  return { answer: toJsonAnswer(200, {}), accepts: { jobId: route.jobId, prompt: message.data.prompt } }
}

type LoggedRequest = {
  seq: number
  atMs: number
  asked: 'send' | 'read' | 'other'
  method: string
  path: string
  jobId: string | null
  headers: IncomingHttpHeaders
  authorized: boolean
  body: unknown
  /** The status the caller could see; null while there is none. */
  answered: number | null
  processed: boolean
  fault: string | null
}
type RequestFilter = Partial<
  Pick<LoggedRequest, 'asked' | 'jobId' | 'method' | 'answered' | 'processed' | 'authorized'>
>
type AcceptedSend = { jobId: string; prompt: string; atMs: number; seq: number }
type RequestLog = ReturnType<typeof createRequestLog>

export function createRequestLog() {
  const requests: LoggedRequest[] = []
  const sends: AcceptedSend[] = []

  return {
    add(arrived: Omit<LoggedRequest, 'seq' | 'body' | 'answered' | 'processed' | 'fault'>): LoggedRequest {
      const request: LoggedRequest = {
        ...arrived,
        seq: requests.length + 1,
        headers: maskKey(arrived.headers),
        body: undefined,
        answered: null,
        processed: false,
        fault: null
      }
      requests.push(request)
      return request
    },

    accept(send: AcceptedSend): void {
      sends.push(send)
    },

    requests: (filter: RequestFilter = {}): LoggedRequest[] =>
      requests.filter(request => isMatch(request, filter)).map(request => ({ ...request })),

    sends: (jobId?: string): AcceptedSend[] => sends.filter(send => jobId === undefined || send.jobId === jobId)
  }
}

function isMatch(request: LoggedRequest, filter: RequestFilter): boolean {
  const wanted = Object.entries({ ...filter }).filter(([, value]) => value !== undefined)
  return wanted.every(([key, value]) => Reflect.get(request, key) === value)
}

function maskKey(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  if (headers.authorization === undefined) return { ...headers }
  return { ...headers, authorization: headers.authorization.startsWith('Bearer ') ? 'Bearer ***' : '***' }
}

type ReceiverDeps = {
  now: () => number
  apiKey: string
  projectId: string
  retryAfterOn429: boolean
  jobs: JobBook
  budget: HourlyWindow
  faults: AgentFaults
  delays: Delays
  log: RequestLog
  trapUrl: string
  changed: () => void
}

export async function receiveRequest(
  deps: ReceiverDeps,
  request: IncomingMessage,
  response: ServerResponse
): Promise<void> {
  const route = toRoute(request.method ?? '', request.url ?? '')
  const entry = deps.log.add({
    atMs: deps.now(),
    asked: route.asked,
    method: request.method ?? '',
    path: request.url ?? '',
    jobId: route.asked === 'other' ? null : route.jobId,
    headers: request.headers,
    authorized: request.headers.authorization === `Bearer ${deps.apiKey}`
  })
  const fault = route.asked === 'other' ? undefined : deps.faults.take(route.asked, route.jobId)
  if (fault) entry.fault = toFaultLabel(fault)
  if (fault && 'kind' in fault && fault.kind === 'reset before read') {
    response.socket?.resetAndDestroy()
    return deps.changed()
  }
  const text = await readText(request)
  if (text === null) return deps.changed()
  // A body that is not JSON is kept as text.
  entry.body = fromJson(text, text || undefined)
  const answer = act(deps, route, entry, fault)
  entry.answered = deliverAnswer(response, answer, fault ? toManner(fault) : { way: 'whole' }, deps.delays)
  deps.changed()
}

function act(deps: ReceiverDeps, route: Route, entry: LoggedRequest, fault: Fault | undefined): Answer {
  const contentType = entry.headers['content-type']
  const { answer, accepts } = decideAnswer(deps, { route, authorized: entry.authorized, contentType, body: entry.body })
  if (accepts && (!fault || isProcessed(fault))) {
    deps.budget.use()
    deps.jobs.takeMessage(accepts.jobId, entry.seq)
    deps.log.accept({ ...accepts, atMs: entry.atMs, seq: entry.seq })
    entry.processed = true
  }
  const normal = accepts ? toJsonAnswer(200, deps.jobs.read(accepts.jobId, 'send')) : answer
  if (!fault || route.asked === 'other') return normal
  const job = deps.jobs.has(route.jobId) ? deps.jobs.read(route.jobId, route.asked) : { id: route.jobId }
  return toFaultAnswer({ fault, answer: normal, job, trapUrl: deps.trapUrl })
}

/** null: the caller went away before the body was complete. */
async function readText(request: IncomingMessage): Promise<string | null> {
  try {
    return (await buffer(request)).toString('utf8')
  } catch {
    return null
  }
}
