import { z } from 'zod'
import { type Answer, toErrorAnswer, toJsonAnswer } from './answer.ts'
import type { HourlyWindow } from './hourly-window.ts'
import type { JobBook } from './job-book.ts'
import type { Route } from './route.ts'

const messageSchema = z.object({ prompt: z.string().min(1) })

export type AgentRequest = { route: Route; authorized: boolean; contentType: string | undefined; body: unknown }
type Deps = { projectId: string; jobs: JobBook; budget: HourlyWindow; retryAfterOn429: boolean }
export type Decision = { answer: Answer; accepts: { jobId: string; prompt: string } | null }

/** The answer the document describes, without any fault. Nothing is changed here: the caller acts on `accepts`. */
export function decideAnswer(deps: Deps, request: AgentRequest): Decision {
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
