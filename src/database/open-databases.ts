import { setTimeout as sleep } from 'node:timers/promises'
import pRetry from 'p-retry'
import pg from 'pg'
import { errorWords, StartError, TransientError } from '../errors.ts'
import { createDatabase, type Database } from './database.ts'
import { migrate, whyOutdated } from './migrate.ts'

const WITHIN_MS = 10_000

/**
 * Whether a pooler like PgBouncer sits in between. It may run each transaction on a different connection, so nothing tied to a
 * session, like `listen`, is reliable. It reports a process id of its own, not the server's.
 */
export async function isPooled(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: WITHIN_MS,
    query_timeout: WITHIN_MS,
    application_name: 'agent-followup'
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return 'processID' in client && client.processID !== rows[0]?.pid
  } finally {
    await client.end().catch(() => {})
  }
}

/** How often to try what a start needs, in case it is only interrupted. */
export const AT_START = { retries: 3, minTimeout: 200, factor: 2 }

// By then, whatever used a connection has ended, or is given up like a start that hangs.
const CLOSE_WITHIN_MS = 2_000
const soon = (closing: Promise<unknown>) => Promise.race([closing, sleep(CLOSE_WITHIN_MS, undefined, { ref: false })])

export type Databases = {
  /** For tasks, which can wait. */
  database: Database
  /** For what Slack waits on: commands use the first, events and presses the second. */
  forCommands: Database
  forListeners: Database
  /**
   * Makes sure a command finds a connection open. One that cannot be opened now is opened when it is needed. Returns why this version
   * is outdated, if it is.
   */
  keepOpen(): Promise<string | undefined>
  /** A pooler sits in between: nothing tied to a session is reliable. */
  isPooled: boolean
}

type Start = { log: { warn(fields: object, words: string): void }; signal?: AbortSignal | undefined }

/** Opens the pools and brings the schema up to date. `opened` closes them. */
export async function openDatabases(
  url: string,
  { log, signal }: Start,
  opened: AsyncDisposableStack
): Promise<Databases> {
  const onConnectionLost = (error: Error) => log.warn({ error: errorWords(error) }, 'A database connection was lost')
  function open(options: Partial<Parameters<typeof createDatabase>[0]> = {}): Database {
    const database = createDatabase({ url, onConnectionLost, isPooled: pooled, ...options })
    opened.defer(async () => void (await soon(database.close())))
    return database
  }
  const asking = isPooled(url)
  opened.defer(async () => void (await soon(asking.catch(() => {}))))
  const pooled = await asking.catch(cannotUseDatabase)
  const database = open()
  // Slack waits 3 s for an acknowledgement: these never queue behind tasks, and a clear "not stored" beats no answer at all.
  // An upgrade holds up their tables for 1.2 s.
  const openForSlack = (max: number) => open({ max, kept: max, connectMs: 1_000, statementMs: 1_500, lockMs: 1_300 })
  // Commands are stored in batches: one connection is enough for any number of them, and a burst of events or presses, which
  // share the other two, does not hold them up.
  const forCommands = openForSlack(1)
  const forListeners = openForSlack(2)
  await demandUtf8(database).catch(cannotUseDatabase)
  const onWait = () => log.warn({}, 'Something holds a lock on the tables; waiting to bring the database up to date')
  await migrate(database, { signal, onWait }).catch(cannotUseDatabase)
  const openAll = () => Promise.all([whyOutdated(forListeners), forCommands.query('select')])
  const keepOpen = async () => (await openAll().catch(() => []))[0]
  // A bot without room for these would run and do nothing. One that is cut off right now is not without room.
  await pRetry(openAll, AT_START).catch(sayTooSlow).catch(cannotUseDatabase)
  return { database, forCommands, forListeners, keepOpen, isPooled: pooled }
}

// SQL_ASCII takes whatever bytes it is given.
const HOLDS_EMOJIS = ['UTF8', 'SQL_ASCII']

/** Other encodings cannot store an emoji, and nobody would know why. */
async function demandUtf8(database: Database): Promise<void> {
  const [row] = await database.query('show server_encoding')
  if (!HOLDS_EMOJIS.includes(String(row?.server_encoding)))
    throw new StartError(
      `Agent Follow-up cannot use its database: its encoding is ${row?.server_encoding}. Create it with: create database … encoding 'UTF8' template template0`
    )
}

/** It has answered before, so its address is right; but what Slack waits for would fail each time. */
function sayTooSlow(error: unknown): never {
  if (!(error instanceof TransientError && /timeout/i.test(error.message))) throw error
  throw new StartError(
    'Agent Follow-up cannot use its database: it answers too slowly. Slack waits 3 s for each command, so a connection has to open within 1 s. See how busy the server is, and how far away.'
  )
}

export function cannotUseDatabase(error: unknown): never {
  if (error instanceof StartError) throw error
  throw new StartError(
    `Agent Follow-up cannot use its database: ${errorWords(error)}. Check DATABASE_URL, and that the server is running and has connections to spare.`
  )
}
