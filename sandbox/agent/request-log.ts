import type { IncomingHttpHeaders } from 'node:http'

export type LoggedRequest = {
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
export type RequestFilter = Partial<
  Pick<LoggedRequest, 'asked' | 'jobId' | 'method' | 'answered' | 'processed' | 'authorized'>
>
export type AcceptedSend = { jobId: string; prompt: string; atMs: number; seq: number }
export type RequestLog = ReturnType<typeof createRequestLog>

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
