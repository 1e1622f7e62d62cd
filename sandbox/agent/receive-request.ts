import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { fromJson } from '../shared/from-json.ts'
import type { AgentFaults } from './agent-faults.ts'
import { type Answer, toJsonAnswer } from './answer.ts'
import { decideAnswer } from './answer-request.ts'
import type { Delays } from './delays.ts'
import { deliverAnswer, toManner } from './deliver-answer.ts'
import { type Fault, isProcessed, toFaultLabel } from './fault.ts'
import { toFaultAnswer } from './fault-answer.ts'
import type { HourlyWindow } from './hourly-window.ts'
import type { JobBook } from './job-book.ts'
import type { LoggedRequest, RequestLog } from './request-log.ts'
import { type Route, toRoute } from './route.ts'

export type ReceiverDeps = {
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
