import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { createDatabase, type Database } from '../../src/database/database.ts'
import { adminUrl } from './admin-url.ts'
import { NOT_COUNTED } from './count-statements.ts'
import { databaseUrl } from './database-url.ts'
import { emptyDatabase } from './empty-database.ts'
import { closeConnections, keepConnections, keptOf } from './kept-connections.ts'

export type TestDatabase = { url: string; database: Database }

/** Something to do when a test, or a part of it, ends. */
export type Finished = (act: () => Promise<void>) => void

let adminPool: pg.Pool | undefined

/** On connections that stay open for the whole worker: opening one takes longer than copying a database. */
async function tellServer(statement: string): Promise<void> {
  const { url } = inject('databaseServer')
  const connectionString = adminUrl(url)
  adminPool ??= new pg.Pool({ connectionString, allowExitOnIdle: true, idleTimeoutMillis: 0 }).on('error', () => {})
  await adminPool.query(statement)
}

/** Databases of tests that are over: to empty one costs less than to copy one. */
const left: string[] = []

const CONNECTED = `select count(*)::int as connected from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend'`

function open(name: string): TestDatabase {
  const url = databaseUrl(inject('databaseServer').url, name)
  const ownUrl = new URL(url)
  ownUrl.searchParams.set('application_name', NOT_COUNTED)
  return { url, database: createDatabase({ url: ownUrl.href, onConnectionLost: () => {} }) }
}

/** The database of an earlier test, if nobody else uses it any more and it can be made like a new one. */
async function reuse(name: string): Promise<TestDatabase | undefined> {
  const opened = open(name)
  const [row] = await opened.database.query(CONNECTED).catch(() => [])
  const isAlone = row?.connected === keptOf(name).length + 1
  if (isAlone && (await emptyDatabase(opened.database, inject('databaseServer').schema).catch(() => false)))
    return opened
  await opened.database.close()
  await closeConnections(name)
  await tellServer(`drop database ${name} with (force)`)
  return undefined
}

async function create(): Promise<TestDatabase> {
  const { template } = inject('databaseServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await tellServer(`create database ${name} owner followup template ${template} strategy file_copy`)
  keepConnections(name)
  return open(name)
}

/** A database for one test alone, with every table in place and no rows. */
export async function createTestDatabase(finished: Finished = onTestFinished): Promise<TestDatabase> {
  const earlier = left.pop()
  const opened = (earlier === undefined ? undefined : await reuse(earlier)) ?? (await create())
  finished(async () => {
    await opened.database.close()
    left.push(new URL(opened.url).pathname.slice(1))
  })
  return opened
}
