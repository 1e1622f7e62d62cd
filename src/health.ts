import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { offsetWords } from './database/clock.ts'
import { cannotListen, type ListenAddress, type Route } from './slack/connect-by-http.ts'
import type { SlackConnection } from './slack/deliveries.ts'
import { createMemory } from './slack/memory.ts'
import { utcTime } from './slack/slack-text.ts'

type HealthFacts = {
  connection: () => Pick<SlackConnection, 'isReady' | 'lostSinceMs'>
  /** Writes something small to the database. */
  write: () => Promise<void>
  /** How far this machine's clock is ahead of the database's. */
  clockAheadMs: () => number
}

const KNOWN_MS = 3_000
const WITHIN_MS = 2_000

/** `/healthz`: the process runs. `/readyz`: Slack reaches it, it writes to its database, and it is not about to stop. */
export function createHealth({ connection, write, clockAheadMs }: HealthFacts) {
  let server: Server | undefined
  let leaving = false
  const writes = createMemory<void>(
    () => performance.now(),
    () => KNOWN_MS
  )
  const routes: Route[] = [
    { path: '/healthz', method: 'GET', handler: answer => answer(200, 'ok') },
    {
      path: '/readyz',
      method: 'GET',
      handler: async answer => {
        const hindrance = await whyNotReady()
        answer(hindrance === undefined ? 200 : 503, hindrance ?? `ready${clockWords(clockAheadMs())}`)
      }
    }
  ]

  /** One write for all who ask meanwhile: one that hangs takes up one connection. */
  const canWrite = () =>
    Promise.race([
      (writes.known('') ?? writes.keep('', write())).then(
        () => true,
        () => false
      ),
      sleep(WITHIN_MS, false, { ref: false })
    ])

  async function whyNotReady(): Promise<string | undefined> {
    if (leaving) return 'stopping'
    if (!(await canWrite())) return 'the database cannot be written to'
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
