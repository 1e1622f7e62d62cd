import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../src/database/open-databases.ts'
import { StartError } from '../../src/errors.ts'
import { eventually } from '../support/eventually.ts'
import { openDatabase } from '../support/open-database.ts'
import { runSql } from '../support/run-sql.ts'
import { createTestDatabase } from '../support/test-database.ts'

const READER = 'lock table older in access share mode'
const QUEUED =
  'select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())'
const OTHER_START = 'select pg_advisory_xact_lock(7214003)'

/** Somebody holds a lock, and a new version has a table to change: what notes its file does so, whatever that file says. */
async function startLocked(lock: string) {
  const { url, database } = await createTestDatabase()
  const isChanged = async () => (await runSql(url, 'select from followup.migration')).length > 0
  await runSql(
    url,
    `drop schema followup cascade; create schema followup; create table followup.migration (file text primary key, is_breaking boolean not null);
     create table older (id text);
     create function change() returns trigger language plpgsql as
       'begin alter table older add column said_at_ms bigint; return new; end';
     create trigger changes before insert on followup.migration for each row execute function change()`
  )
  const holder = new pg.Client({ connectionString: url })
  holder.on('error', () => {})
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin')
  await holder.query(lock)
  return { url, database, isChanged, letGo: () => holder.query('rollback') }
}

it('an upgrade while somebody only reads holds up no bot that runs, and goes on once they have read', async () => {
  const { url, database, isChanged, letGo } = await startLocked(READER)
  const running = openDatabase(url, { statementMs: 5_000 })
  const upgrading = migrate(database)
  await eventually(async () => (await runSql(url, QUEUED)).length > 0, 'the upgrade to wait')
  expect(await running.query('select id from older')).toEqual([])
  await eventually(async () => (await runSql(url, QUEUED)).length === 0, 'the upgrade to let others through')
  expect(await isChanged()).toBe(false)
  await letGo()
  await upgrading
  expect(await isChanged()).toBe(true)
})

it('a start waits for another process that is at it for long', async () => {
  const { url, database, isChanged, letGo } = await startLocked(OTHER_START)
  const starting = migrate(database)
  await eventually(async () => (await runSql(url, QUEUED)).length > 0, 'the start to wait')
  await letGo()
  await starting
  expect(await isChanged()).toBe(true)
})

it.each([
  ['somebody who reads', READER],
  ['another start', OTHER_START]
])('says what keeps it from starting if %s holds a lock for too long, and changes nothing', async (_, lock) => {
  const { database, isChanged } = await startLocked(lock)
  const failure = await migrate(database, undefined, { retries: 1, minTimeout: 1, factor: 1 }).catch(error => error)
  expect(failure).toBeInstanceOf(StartError)
  expect(failure.message).toMatch(/^Agent Follow-up cannot bring its database up to date: .* held a lock on its tables/)
  expect(await isChanged()).toBe(false)
})

it('gives up waiting when it is to stop', async () => {
  const { url, database } = await startLocked(READER)
  const stop = new AbortController()
  const starting = migrate(database, stop.signal)
  const stopping = eventually(async () => (await runSql(url, QUEUED)).length > 0, 'the upgrade to wait').then(() =>
    stop.abort(new Error('SIGTERM'))
  )
  await expect(starting).rejects.toThrow('SIGTERM')
  await stopping
})
