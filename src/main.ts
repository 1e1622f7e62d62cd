import { type Logger, pino } from 'pino'
import { createApp } from './app.ts'
import { onNpmGone, parseConfig, readKeysAgain } from './config.ts'
import { runningTime, systemClock } from './database/clock.ts'
import { openServer } from './database/server/embedded-server.ts'
import { errorWords, exitWith } from './errors.ts'
import { fetchThrough } from './http/request.ts'

const EXIT_WITHIN_MS = 28_000
const SLOW_MS = 10_000

async function main(): Promise<void> {
  const config = parseConfig()
  const log = pino({ level: config.logLevel, base: null })
  const ending = watchForTheEnd(log)
  // In a terminal it still says that the terminal is gone.
  if (!process.stdin.isTTY) process.on('SIGHUP', () => readKeysAgain(config, log))
  if (config.proxy) fetchThrough(config.proxy)
  // Its operator cannot tell a start that takes long from one that hangs.
  const slow = setInterval(() => log.warn({}, 'Still starting: waiting for Slack or the database'), SLOW_MS)
  const server = await openServer(config.database, problem => {
    if (problem) log.error({ error: problem }, 'The embedded database does not answer; trying to restart it')
    else log.info({}, 'The embedded database answers again')
  })
  const world = { clock: systemClock, monotonicMs: runningTime(), random: Math.random, log }
  const { retire, signal } = ending
  const app = await createApp(config, world, { databaseUrl: server.url, work: true, retire, signal }).catch(
    async error => {
      await server.stop()
      if (signal.aborted) process.exit((await ending.asked).code)
      throw error
    }
  )
  clearInterval(slow)
  log.info({ transport: config.slack.transport.kind, port: config.port }, 'Agent Follow-up is running')

  const { code, why } = await ending.asked
  log.info({ why }, 'Agent Follow-up is stopping')
  const failure = await app
    .stop()
    .then(server.stop)
    .then(() => undefined, errorWords)
  if (failure) log.error({ error: failure }, 'The shutdown was not clean')
  process.exit(failure ? 1 : code)
}

type Ending = { code: number; why: string }

/** The first reason to end decides how the process ends. A start under way is aborted too. */
function watchForTheEnd(log: Logger) {
  const { promise: asked, resolve } = Promise.withResolvers<Ending>()
  const start = new AbortController()
  const end = (ending: Ending) => {
    resolve(ending)
    start.abort(new Error(ending.why))
    setTimeout(() => process.exit(1), EXIT_WITHIN_MS).unref()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end({ code: 0, why: signal }))
  onNpmGone(() => end({ code: 0, why: 'npm has ended' }))
  // A Socket Mode connection that Slack refuses for good ends up here: without Slack there is nothing to run for.
  for (const event of ['unhandledRejection', 'uncaughtException'] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ error: errorWords(error) }, event)
      end({ code: 1, why: event })
    })
  return { asked, signal: start.signal, retire: (why: string) => end({ code: 1, why }) }
}

await main().catch(exitWith)
