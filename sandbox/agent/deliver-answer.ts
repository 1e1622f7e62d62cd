import type { ServerResponse } from 'node:http'
import type { Answer } from './answer.ts'
import type { Delays } from './delays.ts'
import type { Fault } from './fault.ts'

export type Manner =
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
