import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorWords, StartError } from './errors.ts'
import type { SlackConnection } from './slack/deliveries.ts'
import { createMemory } from './slack/memory.ts'
import { utcTime } from './slack/slack-text.ts'

type HealthFacts = {
  connection: Omit<SlackConnection, 'receiver'>
  /** Writes to the database, and says for how many seconds work has been due there that nothing keeps. */
  write: () => Promise<number>
  schema: number
  scrape?: ((isReady: boolean) => Promise<string>) | undefined
}

const KNOWN_MS = 3_000
const WITHIN_MS = 2_000
const MOST_SECONDS_BEHIND = 120
const ANSWERED_WITHIN_MS = 3_000

/** Asks once for all who ask meanwhile: a question that hangs takes up one connection. Undefined: no answer in time. */
export function createQuickMemory<Answer>(ask: () => Promise<Answer>): () => Promise<Answer | undefined> {
  const answers = createMemory<Answer>(() => performance.now())
  const find = () => answers.find('', KNOWN_MS, ask).catch(() => undefined)
  return () => Promise.race([find(), sleep(WITHIN_MS, undefined, { ref: false })])
}

/** The port. `/healthz`: the process runs. `/readyz`: it can do its work, keeps up with it, and is not about to stop. */
export function createHealth({ connection, write, schema, scrape }: HealthFacts) {
  let leaving = false
  const writes = createQuickMemory(write)

  async function whyNotReady(): Promise<string | undefined> {
    if (leaving) return 'stopping'
    const behindSeconds = await writes()
    if (behindSeconds === undefined) return 'the database cannot be written to'
    const lostSinceMs = connection.lostSinceMs()
    if (lostSinceMs !== undefined) return `not connected to Slack since ${utcTime(lostSinceMs)}`
    return behindSeconds > MOST_SECONDS_BEHIND ? `work is ${Math.floor(behindSeconds / 60)} minutes behind` : undefined
  }

  const answer: RequestListener = async (request, response) => {
    const path = /^(GET|HEAD)$/.test(request.method ?? '') ? request.url?.split('?')[0] : undefined
    const say = (code: number, words: string) => response.writeHead(code, { 'content-type': 'text/plain' }).end(words)
    if (path === '/healthz') return say(200, 'ok')
    const { answer: answerSlack } = connection
    if (path === '/metrics' && scrape) return say(200, await scrape((await whyNotReady()) === undefined))
    if (path !== '/readyz') return answerSlack ? answerSlack(request, response) : say(404, 'not found')
    const hindrance = await whyNotReady()
    say(hindrance === undefined ? 200 : 503, hindrance ?? `ready, schema ${schema}`)
  }
  const server = createServer(answer)

  return {
    leave: () => {
      leaving = true
    },
    async listen(port: number) {
      await once(server.listen(port), 'listening').catch(error => {
        throw new StartError(
          `Agent Follow-up cannot listen on port ${port}: ${errorWords(error)}. Set PORT to a free port.`
        )
      })
    },
    /** Whoever asked before gets an answer. */
    close: () =>
      new Promise<void>(done => {
        server.close(() => done())
        setTimeout(() => server.closeAllConnections(), ANSWERED_WITHIN_MS).unref()
      })
  }
}
