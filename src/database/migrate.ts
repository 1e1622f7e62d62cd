import { readdir, readFile } from 'node:fs/promises'
import pRetry from 'p-retry'
import packageJson from '../../package.json' with { type: 'json' }
import { StartError } from '../errors.ts'
import type { Database, Sql } from './database.ts'
import { LockTaken } from './database-failure.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** Read before anything else: an upgrade may put others there while this version still runs. */
const FILES = (await readdir(FOLDER)).filter(file => file.endsWith('.sql')).sort()

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
  await pRetry(() => bringUpToDate(database), {
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

/** Undefined unless a newer version has changed the tables: this one does not know what is in them by now. */
export async function whyOutdated(sql: Pick<Sql, 'query'>): Promise<string | undefined> {
  const [row] = await sql.query(
    `select coalesce(obj_description('followup.migration'::regclass, 'pg_class'), 'in a newer version') as version
     from followup.migration where file <> all($1) limit 1`,
    [FILES]
  )
  return row && `The database needs Agent Follow-up ${row.version}, and this is ${packageJson.version}.`
}

const bringUpToDate = (database: Database) =>
  database.transaction(async sql => {
    await sql.query(`set local lock_timeout = ${LOCK_MS}`)
    await sql.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await sql.query('create schema if not exists followup')
    await sql.query('create table if not exists followup.migration (file text primary key)')
    const outdated = await whyOutdated(sql)
    if (outdated) throw new StartError(`${outdated} Start that version, or restore a backup from before the upgrade.`)
    const done = new Set((await sql.query('select file from followup.migration')).map(row => row.file))
    const missing = FILES.filter(file => !done.has(file))
    for (const file of missing) {
      await sql.query(await readFile(new URL(file, FOLDER), 'utf8'))
      await sql.query('insert into followup.migration (file) values ($1)', [file])
    }
    // For every older version, which finds files that it does not have.
    if (missing.length > 0) await sql.query(`comment on table followup.migration is '${packageJson.version}'`)
  })

const TABLES_LOCKED =
  'Agent Follow-up cannot bring its database up to date: for a minute, something else, like a backup, a long report, or another process that brings them up to date, has held a lock on its tables. Nothing was changed. Wait until that is over, or end it, then start Agent Follow-up again.'
