import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pRetry from 'p-retry'
import pg from 'pg'
import packageJson from '../../package.json' with { type: 'json' }
import { errorWords, type Log, StartError } from '../errors.ts'
import { createDatabase, type Database, LockTaken, type Sql } from './database.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** Read before anything else: an upgrade may put others there while this version still runs. */
const FILES = (await readdir(FOLDER)).filter(file => file.endsWith('.sql')).sort()
export const SCHEMA_VERSION = Number.parseInt(FILES.at(-1) ?? '', 10)

const MIGRATION_LOCK = 7_214_003

// Shorter than a running bot's command waits, as whoever waits for a table holds up all who come later.
const LOCK_MS = 1_200

const PATIENCE = { retries: 27, minTimeout: 1_000, factor: 1 }

export async function migrate(database: Database, signal?: AbortSignal, patience = PATIENCE): Promise<void> {
  const shouldRetry = ({ error }: { error: unknown }) => error instanceof LockTaken
  await pRetry(() => bringUpToDate(database), { ...patience, signal, shouldRetry }).catch(error => {
    throw error instanceof LockTaken ? new StartError(TABLES_LOCKED) : error
  })
}

/** The first line of a migration after which older versions cannot work. All others only add what those leave alone. */
const BREAKS = /^-- Breaks older versions\b/

/** Undefined unless a newer version has changed the tables so that this one cannot use them. */
export async function whyOutdated(sql: Pick<Sql, 'query'>): Promise<string | undefined> {
  const [row] = await sql.query(
    `select coalesce(obj_description('followup.migration'::regclass, 'pg_class'), 'in a newer version') as version
     from followup.migration where is_breaking and file <> all($1) limit 1`,
    [FILES]
  )
  return row && `The database needs Agent Follow-up ${row.version}, and this is ${packageJson.version}.`
}

/** Neither older nor newer, and not without tables: for programs that only a bot may run ahead of. */
export async function isOfThisVersion(sql: Pick<Sql, 'query'>): Promise<boolean> {
  const [there] = await sql.query(`select to_regclass('followup.migration') is not null as "isSetUp"`)
  const done = there?.isSetUp ? await sql.query('select file from followup.migration order by file') : []
  return `${done.map(({ file }) => file)}` === `${FILES}`
}

const bringUpToDate = (database: Database) =>
  database.transaction(async sql => {
    await sql.query(`set local lock_timeout = ${LOCK_MS}`)
    await sql.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await sql.query('create schema if not exists followup')
    await sql.query(
      'create table if not exists followup.migration (file text primary key, is_breaking boolean not null)'
    )
    const outdated = await whyOutdated(sql)
    if (outdated) throw new StartError(`${outdated} Start that version, or restore a backup from before the upgrade.`)
    const done = new Set((await sql.query('select file from followup.migration')).map(row => row.file))
    const missing = FILES.filter(file => !done.has(file))
    for (const file of missing) {
      const text = await readFile(new URL(file, FOLDER), 'utf8')
      await sql.query(text)
      await sql.query('insert into followup.migration values ($1, $2)', [file, BREAKS.test(text)])
      // For every older version, which finds a file that it does not have.
      if (BREAKS.test(text)) await sql.query(`comment on table followup.migration is '${packageJson.version}'`)
    }
  })

const TABLES_LOCKED =
  'Agent Follow-up cannot bring its database up to date: for a minute, something else, like a backup, a long report, or another process that brings them up to date, has held a lock on its tables. Nothing was changed. Wait until that is over, or end it, then start Agent Follow-up again.'

export function openClient(url: string, withinMs = 10_000): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
    application_name: 'agent-followup'
  })
  client.on('error', () => {})
  return client
}

/** A pooler like PgBouncer may run each transaction on another connection, which has not prepared the same statements. */
export async function isPooled(url: string): Promise<boolean> {
  const client = openClient(url)
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return 'processID' in client && client.processID !== rows[0]?.pid
  } finally {
    await client.end().catch(() => {})
  }
}

export const AT_START = { retries: 3, minTimeout: 200, factor: 2 }

// By then, whatever used a connection has ended, or is given up like a start that hangs.
const CLOSE_WITHIN_MS = 2_000
const soon = (closing: Promise<unknown>) => Promise.race([closing, sleep(CLOSE_WITHIN_MS, undefined, { ref: false })])

export type Databases = Awaited<ReturnType<typeof openDatabases>>

type Start = { log: Pick<Log, 'warn'>; signal?: AbortSignal | undefined }

export async function openDatabases(url: string, { log, signal }: Start, opened: AsyncDisposableStack) {
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
  // One connection is enough for commands, as they are stored in batches, and a burst of events or presses does not hold them up.
  const forCommands = openForSlack(1)
  const forListeners = openForSlack(2)
  await migrate(database, signal).catch(cannotUseDatabase)
  const openAll = () => Promise.all([whyOutdated(forListeners), forCommands.query('select')])
  const keepOpen = async () => (await openAll().catch(() => []))[0]
  // A bot without room for these would run and do nothing. One that is cut off right now is not without room.
  await pRetry(openAll, AT_START).catch(cannotUseDatabase)
  return { database, forCommands, forListeners, keepOpen, isPooled: pooled }
}

export function cannotUseDatabase(error: unknown): never {
  if (error instanceof StartError) throw error
  const why = errorWords(error).replace(/^.*The database did not do it: /, '')
  throw new StartError(
    `Agent Follow-up cannot use its database: ${why}. Check DATABASE_URL, and that the server is running, answers within a second and has connections to spare.`
  )
}
