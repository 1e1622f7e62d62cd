import { type ServerResponse, STATUS_CODES } from 'node:http'
import { type Fault, toHeaders } from './fault.ts'
import type { AgentJob } from './stand-in-job.ts'

/** An answer as it goes over the wire. */
export type Answer = { status: number; headers: Record<string, string>; body: string }

export function toJsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  const type = { 'content-type': 'application/json; charset=utf-8' }
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(body) }
}

export const toErrorAnswer = (status: number, error: string, headers?: Record<string, string>): Answer =>
  toJsonAnswer(status, { error }, headers)

const HUGE_BYTES = 10 * 1024 * 1024
const SLOW_MS = 30_000

/** What the answer says under a fault; how it travels is `deliverAnswer`. */
export function toFaultAnswer(input: { fault: Fault; answer: Answer; job: AgentJob; trapUrl: string }): Answer {
  const { fault, answer, job, trapUrl } = input
  if (!('kind' in fault)) {
    const error = toErrorAnswer(fault.status, STATUS_CODES[fault.status] ?? 'Error', toHeaders(fault))
    return { ...error, body: fault.body ?? error.body }
  }
  switch (fault.kind) {
    case 'malformed json':
      return { ...answer, status: 200, body: JSON.stringify(job).slice(0, -7) }
    case 'wrong shape':
      return toJsonAnswer(200, {
        id: { of: 7 },
        status: ['completed'],
        source: 'main',
        prLink: { url: 1 },
        archivedAt: false
      })
    case 'empty 200':
      return { ...answer, status: 200, body: '' }
    case 'missing status':
      return toJsonAnswer(200, { ...job, status: undefined })
    case 'unknown status':
      return toJsonAnswer(200, { ...job, status: fault.value ?? 'paused' })
    case 'other job':
      return toJsonAnswer(200, { ...job, id: `${job.id ?? 'job'}-other` })
    case 'huge body':
      return toJsonAnswer(200, { ...job, padding: 'x'.repeat(fault.bytes ?? HUGE_BYTES) })
    case 'html 200':
      return toPage(200, 'Sign in to continue')
    case 'html 502':
      return toPage(502, '502 Bad Gateway')
    case 'redirect':
      return { status: fault.status ?? 307, headers: { location: trapUrl, ...toHeaders(fault) }, body: '' }
    default:
      return answer
  }
}

const toPage = (status: number, title: string): Answer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`
})

/** Returns the status the caller can see, null where it sees none. */
export function deliverAnswer(
  response: ServerResponse,
  { status, headers, body }: Answer,
  fault: Fault | undefined,
  delays: Delays
): number | null {
  const sized = { ...headers, 'content-length': String(Buffer.byteLength(body)) }
  const whole = () => void response.writeHead(status, sized).end(body)
  const kind = fault && 'kind' in fault ? fault.kind : undefined
  switch (kind) {
    case 'hang':
      return null
    case 'reset after processing':
      response.socket?.resetAndDestroy()
      return null
    case 'huge body':
      // Without a length a caller learns the size only by reading.
      response.writeHead(status, headers).write(body)
      response.end()
      return status
    case 'slow body':
      response.writeHead(status, sized).write(body.slice(0, 1))
      delays.drip(response, fault?.delayMs ?? SLOW_MS, body.slice(1))
      return status
    case 'cut mid-body': {
      const half = Buffer.from(body).subarray(0, Math.ceil(Buffer.byteLength(body) / 2))
      response.writeHead(status, sized).write(half, () => response.socket?.destroy())
      return status
    }
    default: {
      const delayMs = fault?.delayMs ?? (kind === 'slow headers' ? SLOW_MS : 0)
      if (delayMs > 0) delays.start(response, delayMs, whole)
      else whole()
      return status
    }
  }
}

export type Delays = ReturnType<typeof createDelays>

/** Answers that are held back. `release` lets all of them finish at once. */
export function createDelays() {
  const held = new Set<() => void>()

  function start(response: ServerResponse, delayMs: number, act: () => void): void {
    const run = () => {
      drop()
      act()
    }
    const timer = setTimeout(run, delayMs)
    const drop = () => {
      clearTimeout(timer)
      held.delete(run)
    }
    held.add(run)
    response.once('close', drop)
  }

  /** One byte at a time, so that a caller that only limits the silence between bytes never times out. */
  function drip(response: ServerResponse, delayMs: number, body: string): void {
    const bytes = Buffer.from(body)
    let sent = 0
    const dripOne = () => {
      if (sent < bytes.length - 1) response.write(bytes.subarray(sent, ++sent))
    }
    const timer = setInterval(dripOne, Math.max(1, delayMs / Math.max(1, bytes.length)))
    response.once('close', () => clearInterval(timer))
    start(response, delayMs, () => {
      clearInterval(timer)
      response.end(bytes.subarray(sent))
    })
  }

  const release = () => {
    for (const run of [...held]) run()
  }
  return { start, drip, release, count: () => held.size }
}
