import { createServer, type Server } from 'node:http'
import { offsetWords } from './database/database-clock.ts'
import { cannotListen, type ListenAddress, type Route } from './slack/connect-by-http.ts'
import type { SlackConnection } from './slack/slack-connection.ts'
import { utcTime } from './slack/slack-text.ts'

type HealthFacts = {
  connection: () => Pick<SlackConnection, 'isReady' | 'lostSinceMs'>
  isDatabaseDown?: (() => boolean) | undefined
  /** How far this machine's clock is ahead of the database's. */
  clockAheadMs: () => number
}

/** `/healthz`: the process runs. `/readyz`: Slack reaches it, it reaches its database, and it is not about to stop. */
export function createHealth({ connection, isDatabaseDown = () => false, clockAheadMs }: HealthFacts) {
  let server: Server | undefined
  let leaving = false
  const routes: Route[] = [
    { path: '/healthz', method: 'GET', handler: answer => answer(200, 'ok') },
    {
      path: '/readyz',
      method: 'GET',
      handler: answer => {
        const hindrance = whyNotReady()
        answer(hindrance === undefined ? 200 : 503, hindrance ?? `ready${clockWords(clockAheadMs())}`)
      }
    }
  ]

  function whyNotReady(): string | undefined {
    if (leaving) return 'stopping'
    if (isDatabaseDown()) return 'the database cannot be reached'
    if (connection().isReady()) return undefined
    const sinceMs = connection().lostSinceMs()
    return `not connected to Slack${sinceMs === undefined ? '' : ` since ${utcTime(sinceMs)}`}`
  }

  return {
    routes,
    leave: () => {
      leaving = true
    },

    /** Opens a server just for this, where Slack does not need one. */
    listen(address: ListenAddress): Promise<void> {
      server = createServer((request, response) => {
        const path = request.url?.split('?')[0]
        const route = routes.find(candidate => candidate.path === path && candidate.method === request.method)
        const answer = (code: number, words: string) =>
          response.writeHead(code, { 'content-type': 'text/plain' }).end(words)
        if (route) route.handler(answer)
        else answer(404, 'not found')
      })
      return new Promise((done, failed) => {
        server?.once('error', error => failed(cannotListen(address, error)))
        server?.listen(address, done)
      })
    },

    close: () =>
      new Promise<void>(done => {
        if (server === undefined) return done()
        server.close(() => done())
        server.closeAllConnections()
      })
  }
}

function clockWords(aheadMs: number): string {
  const offset = offsetWords(aheadMs)
  return offset === undefined ? '' : `; this machine's clock is ${offset}`
}
