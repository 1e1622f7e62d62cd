import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { fromJson } from '../shared/read-text.ts'
import { type Answer, type Delays, deliverAnswer, toErrorAnswer, toFaultAnswer, toJsonAnswer } from './answer.ts'
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

/** The refusal the document describes, without any fault; undefined: the request is in order. */
function refusalOf({ projectId, jobs, budget, retryAfterOn429 }: ReceiverDeps, route: Route, entry: LoggedRequest) {
  if (!entry.authorized) return toErrorAnswer(401, 'Unauthorized')
  if (route.asked === 'other')
    return toErrorAnswer(route.reason, route.reason === 404 ? 'Not found' : 'Method not allowed')
  if (route.projectId !== projectId || !jobs.has(route.jobId)) return toErrorAnswer(404, 'Job not found')
  if (route.asked === 'read') return undefined

  if (!/^application\/json\s*(;|$)/i.test(entry.headers['content-type'] ?? ''))
    return toErrorAnswer(400, 'Invalid request: the content type must be application/json')
  if (!messageSchema.safeParse(entry.body).success)
    return toErrorAnswer(400, 'Invalid request: prompt must be a string of at least 1 character')
  const later: Record<string, string> = retryAfterOn429 ? { 'retry-after': String(budget.secondsUntilFree()) } : {}
  return budget.isFull() ? toErrorAnswer(429, 'Request limit exceeded', later) : undefined
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
      const { authorization } = arrived.headers
      const masked = authorization && { authorization: authorization.startsWith('Bearer ') ? 'Bearer ***' : '***' }
      const headers = { ...arrived.headers, ...masked }
      const more = { seq: requests.length + 1, headers, body: undefined, answered: null, processed: false, fault: null }
      const request = { ...arrived, ...more }
      requests.push(request)
      return request
    },

    accept: (send: AcceptedSend) => void sends.push(send),

    requests(filter: RequestFilter = {}): LoggedRequest[] {
      const wanted = Object.entries({ ...filter }).filter(([, value]) => value !== undefined)
      const isWanted = (request: LoggedRequest) => wanted.every(([key, value]) => Reflect.get(request, key) === value)
      return requests.filter(isWanted).map(request => ({ ...request }))
    },

    sends: (jobId?: string): AcceptedSend[] => sends.filter(send => jobId === undefined || send.jobId === jobId)
  }
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
  const body = await readText(request)
  if (body === null) return deps.changed()
  // A body that is not JSON is kept as text.
  entry.body = fromJson(body, body || undefined)
  const answer = act(deps, route, entry, fault)
  entry.answered = deliverAnswer(response, answer, fault, deps.delays)
  deps.changed()
}

function act(deps: ReceiverDeps, route: Route, entry: LoggedRequest, fault: Fault | undefined): Answer {
  const { jobs, budget, log, trapUrl } = deps
  const refusal = refusalOf(deps, route, entry)
  if (route.asked === 'other') return refusal ?? toErrorAnswer(404, 'Not found')
  const { asked, jobId } = route
  if (asked === 'send' && !refusal && (!fault || isProcessed(fault))) {
    budget.use()
    jobs.takeMessage(jobId, entry.seq)
    log.accept({ jobId, prompt: messageSchema.parse(entry.body).prompt, atMs: entry.atMs, seq: entry.seq })
    entry.processed = true
  }
  const job = jobs.has(jobId) ? jobs.read(jobId, asked) : { id: jobId }
  const answer = refusal ?? toJsonAnswer(200, job)
  return fault ? toFaultAnswer({ fault, answer, job, trapUrl }) : answer
}

/** null: the caller went away before the body was complete. */
const readText = (request: IncomingMessage) => text(request).catch(() => null)
