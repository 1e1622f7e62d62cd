import { createServer, type RequestListener } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorWords, StartError } from './errors.ts'
import type { SlackConnection } from './slack/deliveries.ts'
import { createMemory } from './slack/memory.ts'
import { utcTime } from './slack/slack-text.ts'

type HealthFacts = {
  connection: Omit<SlackConnection, 'receiver'>
  write: () => Promise<void>
}

const KNOWN_MS = 3_000
const WITHIN_MS = 2_000
const ANSWERED_WITHIN_MS = 3_000

/** The port. `/healthz`: the process runs. `/readyz`: Slack reaches it, it writes to its database, and it is not about to stop. */
export function createHealth({ connection, write }: HealthFacts) {
  let leaving = false
  const writes = createMemory<void>(() => performance.now())
  /** One write for all who ask meanwhile: one that hangs takes up one connection. */
  const canWrite = () =>
    Promise.race([
      writes.find('', KNOWN_MS, write).then(
        () => true,
        () => false
      ),
      sleep(WITHIN_MS, false, { ref: false })
    ])

  async function whyNotReady(): Promise<string | undefined> {
    if (leaving) return 'stopping'
    if (!(await canWrite())) return 'the database cannot be written to'
    const lostSinceMs = connection.lostSinceMs()
    return lostSinceMs === undefined ? undefined : `not connected to Slack since ${utcTime(lostSinceMs)}`
  }

  const answer: RequestListener = async (request, response) => {
    const path = request.method === 'GET' ? request.url?.split('?')[0] : undefined
    const say = (code: number, words: string) => response.writeHead(code, { 'content-type': 'text/plain' }).end(words)
    if (path === '/healthz') return say(200, 'ok')
    const { answer: answerSlack } = connection
    if (path !== '/readyz') return answerSlack ? answerSlack(request, response) : say(404, 'not found')
    const hindrance = await whyNotReady()
    say(hindrance === undefined ? 200 : 503, hindrance ?? 'ready')
  }
  const server = createServer(answer)

  return {
    leave: () => {
      leaving = true
    },
    listen: (port: number) =>
      new Promise<void>((done, failed) => {
        server.once('error', error =>
          failed(
            new StartError(
              `Agent Follow-up cannot listen on port ${port}: ${errorWords(error)}. Set PORT to a free port.`
            )
          )
        )
        server.listen(port, done)
      }),
    /** Whoever asked before gets an answer. */
    close: () =>
      new Promise<void>(done => {
        server.close(() => done())
        setTimeout(() => server.closeAllConnections(), ANSWERED_WITHIN_MS).unref()
      })
  }
}
