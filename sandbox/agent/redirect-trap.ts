import { createServer } from 'node:http'
import { openPort } from '../shared/open-port.ts'
import { toJsonAnswer } from './answer.ts'

export type TrappedRequest = { method: string; path: string; carriedKey: boolean }

/** Where redirects lead. It answers like a finished job, so that a caller that follows one shows a wrong result. */
export async function createRedirectTrap(apiKey: string, changed: () => void) {
  const hits: TrappedRequest[] = []
  const server = createServer((request, response) => {
    const carriedKey = JSON.stringify(request.rawHeaders).includes(apiKey)
    hits.push({ method: request.method ?? '', path: request.url ?? '', carriedKey })
    const { status, headers, body } = toJsonAnswer(200, {
      id: 'trapped',
      status: 'completed',
      prLink: 'https://redirected.example/pull/666'
    })
    response.writeHead(status, headers).end(body)
    changed()
  })
  const port = await openPort(server)

  return {
    // A different name from the service's own, so that host and port both differ.
    url: `http://localhost:${port.number}/elsewhere`,
    hits: (): TrappedRequest[] => [...hits],
    stop: port.close
  }
}
