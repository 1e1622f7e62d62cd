import { type ServerResponse, STATUS_CODES } from 'node:http'
import { type Fault, type KindFault, type StatusFault, toHeaders } from './fault.ts'
import type { AgentJob } from './stand-in-job.ts'

/** An answer as it goes over the wire. */
export type Answer = { status: number; headers: Record<string, string>; body: string }

export function toJsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body)
  }
}

export function toErrorAnswer(status: number, error: string, headers: Record<string, string> = {}): Answer {
  return toJsonAnswer(status, { error }, headers)
}

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

export type Delays = ReturnType<typeof createDelays>

/** Answers that are held back. `release` lets all of them finish at once. */
export function createDelays() {
  const held = new Set<() => void>()

  const start = (response: ServerResponse, delayMs: number, act: () => void): void => {
    const run = (): void => {
      drop()
      act()
    }
    const timer = setTimeout(run, delayMs)
    const drop = (): void => {
      clearTimeout(timer)
      held.delete(run)
    }
    held.add(run)
    response.once('close', drop)
  }

  return {
    start,
    count: (): number => held.size,

    /** One byte at a time, so that a caller that only limits the silence between bytes never times out. */
    drip(response: ServerResponse, delayMs: number, body: string): void {
      const bytes = Buffer.from(body)
      let sent = 0
      const dripOne = (): void => {
        if (sent >= bytes.length - 1) return
        response.write(bytes.subarray(sent, sent + 1))
        sent += 1
      }
      const timer = setInterval(dripOne, Math.max(1, delayMs / Math.max(1, bytes.length)))
      response.once('close', () => clearInterval(timer))
      start(response, delayMs, () => {
        clearInterval(timer)
        response.end(bytes.subarray(sent))
      })
    },

    release(): void {
      for (const run of [...held]) run()
    }
  }
}

type Manner =
  | { way: 'whole' | 'chunked' | 'hang' | 'reset' | 'cut' }
  | { way: 'slow headers' | 'slow body'; delayMs: number }

const defaultDelayMs = 30_000

export function toManner(fault: Fault): Manner {
  if (!('kind' in fault)) return fault.delayMs ? { way: 'slow headers', delayMs: fault.delayMs } : { way: 'whole' }
  switch (fault.kind) {
    case 'slow headers':
    case 'slow body':
      return { way: fault.kind, delayMs: fault.delayMs ?? defaultDelayMs }
    case 'huge body':
      return { way: 'chunked' }
    case 'hang':
      return { way: 'hang' }
    case 'reset before read':
    case 'reset after processing':
      return { way: 'reset' }
    case 'cut mid-body':
      return { way: 'cut' }
    default:
      return { way: 'whole' }
  }
}

/** Returns the status the caller can see, null where it sees none. */
export function deliverAnswer(response: ServerResponse, answer: Answer, manner: Manner, delays: Delays): number | null {
  const { status, headers, body } = answer
  const sized = { ...headers, 'content-length': String(Buffer.byteLength(body)) }
  switch (manner.way) {
    case 'whole':
      response.writeHead(status, sized).end(body)
      return status
    case 'chunked':
      // Without a length a caller learns the size only by reading.
      response.writeHead(status, headers).write(body)
      response.end()
      return status
    case 'slow headers':
      delays.start(response, manner.delayMs, () => response.writeHead(status, sized).end(body))
      return status
    case 'slow body':
      response.writeHead(status, sized).write(body.slice(0, 1))
      delays.drip(response, manner.delayMs, body.slice(1))
      return status
    case 'cut': {
      const half = Buffer.from(body).subarray(0, Math.ceil(Buffer.byteLength(body) / 2))
      response.writeHead(status, sized).write(half, () => response.socket?.destroy())
      return status
    }
    case 'reset':
      response.socket?.resetAndDestroy()
      return null
    case 'hang':
      return null
  }
}
