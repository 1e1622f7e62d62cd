import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { createDatabase, type Database } from '../../src/database/database.ts'
import { adminUrl } from './admin-url.ts'
import { NOT_COUNTED } from './count-statements.ts'
import { databaseUrl } from './database-url.ts'
import { emptyDatabase } from './empty-database.ts'

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

function open(name: string): TestDatabase {
  const url = databaseUrl(inject('databaseServer').url, name)
  const ownUrl = new URL(url)
  ownUrl.searchParams.set('application_name', NOT_COUNTED)
  return { url, database: createDatabase({ url: ownUrl.href, onConnectionLost: () => {} }) }
}

/** The database of an earlier test, if nobody uses it any more, nor finds it by the name they know, and it is like a new one. */
async function reuse(earlier: string, name: string): Promise<TestDatabase | undefined> {
  try {
    await tellServer(`alter database ${earlier} rename to ${name}`)
  } catch {
    await tellServer(`drop database ${earlier} with (force)`)
    return undefined
  }
  const opened = open(name)
  if (await emptyDatabase(opened.database, inject('databaseServer').schema).catch(() => false)) return opened
  await opened.database.close()
  await tellServer(`drop database ${name} with (force)`)
  return undefined
}

async function create(name: string): Promise<TestDatabase> {
  const { template } = inject('databaseServer')
  await tellServer(`create database ${name} owner followup template ${template} strategy file_copy`)
  return open(name)
}

/** A database for one test alone, with every table in place and no rows. Nobody reaches it when the test has ended. */
export async function createTestDatabase(finished: Finished = onTestFinished): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // The connections of the latest may be closing just now.
  const earlier = left.length > 1 ? left.shift() : undefined
  const opened = (earlier === undefined ? undefined : await reuse(earlier, name)) ?? (await create(name))
  finished(async () => {
    await opened.database.close()
    left.push(name)
  })
  return opened
}
