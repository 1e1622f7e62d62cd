import { readdir, readFile } from 'node:fs/promises'
import pRetry from 'p-retry'
import { StartError } from '../errors.ts'
import type { Database } from './database.ts'
import { LockTaken } from './database-failure.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** Any fixed number: it names the lock under which one process migrates while the others wait. */
const MIGRATION_LOCK = 7_214_003

/**
 * Whoever waits to change a table holds up everybody who comes later. So it waits for less time than a running bot's command does,
 * but for more than the second after which the server's own upkeep gives way.
 */
const LOCK_MS = 1_200

/** For about a minute, with pauses in which the others get through. */
const PATIENCE = { retries: 27, minTimeout: 1_000, factor: 1 }

type Options = { signal?: AbortSignal | undefined; patience?: typeof PATIENCE; onWait?: () => void }

/** Brings the schema up to date. Safe to run from several starting processes at once, and beside bots that are running. */
export async function migrate(database: Database, options: Options = {}): Promise<void> {
  const { signal, patience = PATIENCE, onWait = () => {} } = options
  const files = (await readdir(FOLDER)).filter(file => file.endsWith('.sql')).sort()
  await pRetry(() => bringUpToDate(database, files), {
    ...patience,
    signal,
    shouldRetry: ({ error }) => error instanceof LockTaken,
    onFailedAttempt: ({ error, attemptNumber }) => {
      if (attemptNumber === 1 && error instanceof LockTaken) onWait()
    }
  }).catch(error => {
    throw error instanceof LockTaken ? new StartError(TABLES_LOCKED) : error
  })
}

const bringUpToDate = (database: Database, files: string[]) =>
  database.transaction(async sql => {
    await sql.query(`set local lock_timeout = ${LOCK_MS}`)
    await sql.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await sql.query('create schema if not exists followup')
    await sql.query('create table if not exists followup.migration (file text primary key)')
    const done = new Set((await sql.query('select file from followup.migration')).map(row => row.file))
    for (const file of files.filter(file => !done.has(file))) {
      await sql.query(await readFile(new URL(file, FOLDER), 'utf8'))
      await sql.query('insert into followup.migration (file) values ($1)', [file])
    }
  })

const TABLES_LOCKED =
  'Agent Follow-up cannot bring its database up to date: for a minute, something else, like a backup, a long report, or another process that brings them up to date, has held a lock on its tables. Nothing was changed. Wait until that is over, or end it, then start Agent Follow-up again.'
