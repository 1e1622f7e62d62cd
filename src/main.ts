import { systemClock } from 'pg-boss'
import { pino } from 'pino'
import { createApp, type RunningApp } from './app.ts'
import { type Config, loadConfig } from './config.ts'
import { startEmbeddedServer } from './database/embedded-server.ts'
import { errorWords, StartError } from './errors.ts'

const EXIT_WITHIN_MS = 28_000

async function main(): Promise<void> {
  const config = loadConfig()
  const log = pino({ level: config.logLevel, base: null })
  const server = await openDatabaseServer(config)
  const app = await createApp(
    config,
    { clock: systemClock, random: Math.random, log },
    { databaseUrl: server.url, work: true }
  ).catch(async error => {
    await server.stop()
    throw error
  })
  log.info({ transport: config.slack.transport.kind, port: config.port }, 'Agent Follow-up is running')

  let stopping = false
  const stop = async (code: number, why: string) => {
    if (stopping) return
    stopping = true
    log.info({ why }, 'Agent Follow-up is stopping')
    setTimeout(() => process.exit(1), EXIT_WITHIN_MS).unref()
    process.exit(await shutDown(app, server.stop, code, words => log.error({ error: words }, 'The stop was not clean')))
  }
  process.on('SIGTERM', () => void stop(0, 'SIGTERM'))
  process.on('SIGINT', () => void stop(0, 'SIGINT'))
  // A lost Socket Mode connection that cannot be opened again ends up here: without Slack there is nothing to run for.
  process.on('unhandledRejection', error => {
    log.fatal({ error: errorWords(error) }, 'Something failed that nobody waited for')
    void stop(1, 'unhandled rejection')
  })
  process.on('uncaughtException', error => {
    log.fatal({ error: errorWords(error) }, 'Something failed that nobody caught')
    void stop(1, 'uncaught exception')
  })
}

function openDatabaseServer({ database }: Config): Promise<{ url: string; stop: () => Promise<void> }> {
  if (database.url !== undefined) return Promise.resolve({ url: database.url, stop: async () => {} })
  return startEmbeddedServer(database.dataDir)
}

async function shutDown(
  app: RunningApp,
  stopServer: () => Promise<void>,
  code: number,
  complain: (words: string) => void
): Promise<number> {
  try {
    await app.stop()
    await stopServer()
    return code
  } catch (error) {
    complain(errorWords(error))
    return 1
  }
}

await main().catch((error: unknown) => {
  // The words of a StartError are meant for the operator as they are; anything else is a bug and needs its stack.
  process.stderr.write(
    error instanceof StartError ? `${error.message}\n` : `${error instanceof Error ? error.stack : error}\n`
  )
  process.exit(1)
})
