import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { createDatabase, type Database } from '../../src/database/database.ts'
import { adminUrl } from './admin-url.ts'
import { NOT_COUNTED } from './count-statements.ts'
import { databaseUrl } from './database-url.ts'

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

/** A separate database for one test, with every table in place. It is gone when the test ends. */
export async function createTestDatabase(finished: Finished = onTestFinished): Promise<TestDatabase> {
  const { url: serverUrl, template } = inject('databaseServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await tellServer(`create database ${name} owner followup template ${template} strategy file_copy`)
  const url = databaseUrl(serverUrl, name)
  const ownUrl = new URL(url)
  ownUrl.searchParams.set('application_name', NOT_COUNTED)
  const database = createDatabase({ url: ownUrl.href, onConnectionLost: () => {} })
  finished(async () => {
    await database.close()
    await tellServer(`drop database ${name} with (force)`)
  })
  return { url, database }
}
