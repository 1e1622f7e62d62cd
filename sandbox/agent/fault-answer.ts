import { STATUS_CODES } from 'node:http'
import { type Answer, toErrorAnswer, toJsonAnswer } from './answer.ts'
import { type Fault, type KindFault, type StatusFault, toHeaders } from './fault.ts'
import type { AgentJob } from './stand-in-job.ts'

const defaultHugeBytes = 10 * 1024 * 1024

/** What the answer says under a fault; how it travels is `toManner`. */
export function toFaultAnswer(input: { fault: Fault; answer: Answer; job: AgentJob; trapUrl: string }): Answer {
  const { fault, answer, job, trapUrl } = input
  if (!('kind' in fault)) return toStatusAnswer(fault)
  switch (fault.kind) {
    case 'malformed json':
      return { ...answer, status: 200, body: JSON.stringify(job).slice(0, -7) }
    case 'wrong shape':
      return toJsonAnswer(200, { id: 7, status: ['completed'], source: 'main', prLink: { url: 1 }, archivedAt: false })
    case 'empty 200':
      return { ...answer, status: 200, body: '' }
    case 'missing status':
      return toJsonAnswer(200, { ...job, status: undefined })
    case 'unknown status':
      return toJsonAnswer(200, { ...job, status: fault.value ?? 'paused' })
    case 'other job':
      return toJsonAnswer(200, { ...job, id: `${job.id ?? 'job'}-other` })
    case 'huge body':
      return toJsonAnswer(200, { ...job, padding: 'x'.repeat(fault.bytes ?? defaultHugeBytes) })
    case 'html 200':
      return toHtmlAnswer(200, 'Sign in to continue')
    case 'html 502':
      return toHtmlAnswer(502, '502 Bad Gateway')
    case 'redirect':
      return toRedirect(fault, trapUrl)
    default:
      return answer
  }
}

function toStatusAnswer(fault: StatusFault): Answer {
  const answer = toErrorAnswer(fault.status, STATUS_CODES[fault.status] ?? 'Error', toHeaders(fault))
  return fault.body === undefined ? answer : { ...answer, body: fault.body }
}

function toHtmlAnswer(status: number, title: string): Answer {
  const body = `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`
  return { status, headers: { 'content-type': 'text/html' }, body }
}

function toRedirect(fault: KindFault, trapUrl: string): Answer {
  return { status: fault.status ?? 307, headers: { location: trapUrl, ...toHeaders(fault) }, body: '' }
}
