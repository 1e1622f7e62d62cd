import { expect, it } from 'vitest'
import { LockTaken, type Sql } from '../../src/database/database.ts'
import { AlreadyThere, StorageUnclear, TransientError } from '../../src/errors.ts'
import { lockJob } from '../../src/followups/stores/job-store.ts'
import { moveAway } from '../support/distant-server.ts'
import { openDatabase } from '../support/open-database.ts'
import { createTestDatabase } from '../support/test-database.ts'

async function createNotes(behind = async (url: string) => url) {
  const { url, database: own } = await createTestDatabase()
  await own.query('create table note (words text primary key)')
  const database = openDatabase(await behind(url), { max: 1 })
  const notes = async () => (await own.query('select words from note order by words')).map(row => row.words)
  return { database, notes }
}

/** A pooler that has no server when a transaction begins, says so, and has one for the next statement. */
const behindBusyPooler = (url: string) =>
  moveAway(url, 0, bytes => Buffer.from(bytes.toString('latin1').replace('begin;', 'busy!;'), 'latin1'))

const LOST = Buffer.concat([Buffer.from([0x45, 0, 0, 0, 41]), Buffer.from('SFATAL\0C08P01\0Mserver conn crashed?\0\0')])

/** A pooler that loses its server while that carries out a commit. */
function behindPoolerWithoutServer(url: string) {
  let isCommitted = false
  return moveAway(url, 0, (bytes, isAnswer) => {
    isCommitted ||= !isAnswer && bytes.includes('commit')
    return isAnswer && isCommitted ? LOST : bytes
  })
}

it('a commit whose answer a pooler has lost may have been stored', async () => {
  const { database, notes } = await createNotes(behindPoolerWithoutServer)
  const attempt = database.transaction(sql => sql.query("insert into note values ('perhaps')"))
  await expect(attempt).rejects.toBeInstanceOf(StorageUnclear)
  expect(await notes()).toEqual(['perhaps'])
})

const asked = (sql: Sql) => sql.query("insert into followup.delivery values ('asked', 1)")
const written = (sql: Sql) => sql.write("insert into followup.delivery values ('written', 1)", [])

it.each<[string, ((sql: Sql) => Promise<unknown>)[]]>([
  ['a query', [asked]],
  ['a query and a write', [asked, written]]
])('a transaction of %s that loses its connection before its end is known not to be stored', async (_, acts) => {
  const { url, database: own } = await createTestDatabase()
  const lost = Promise.withResolvers<Error>()
  const database = openDatabase(url, { onConnectionLost: lost.resolve, max: 1 })
  const [session] = await database.query('select pg_backend_pid() as pid')
  const attempt = database.transaction(async sql => {
    for (const act of acts) await act(sql)
    await own.query('select pg_terminate_backend($1)', [session?.pid])
    await lost.promise
  })
  const failure = await attempt.catch(error => error)
  expect(failure).toBeInstanceOf(TransientError)
  expect(failure).not.toBeInstanceOf(StorageUnclear)
  expect(await database.query('select key from followup.delivery')).toEqual([])
})

it('a transaction that is refused at its beginning goes no further', async () => {
  const { database, notes } = await createNotes(behindBusyPooler)
  const attempt = database.transaction(async sql => {
    await sql.query('select from note')
    await sql.query("insert into note values ('one')")
    await sql.write("insert into note values ('two')", [])
  })
  await expect(attempt).rejects.toThrow('busy')
  expect(await notes()).toEqual([])
})

it('a process that stands still for too long in a transaction may try again', async () => {
  const { database, notes } = await createNotes(url => moveAway(url, 0))
  const attempt = database.transaction(async sql => {
    await sql.query("insert into note values ('one')")
    await sql.query('set local idle_in_transaction_session_timeout = 50')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    await sql.query("insert into note values ('two')")
  })
  await expect(attempt).rejects.toThrow(TransientError)
  expect(await notes()).toEqual([])
})

it('a transaction that ignores a failed statement is not reported as stored', async () => {
  const { database, notes } = await createNotes()
  const attempt = database.transaction(async sql => {
    await sql.query("insert into note values ('one')")
    await sql.query("insert into note values ('one')").catch(() => {})
  })
  await expect(attempt).rejects.toBeInstanceOf(AlreadyThere)
  expect(await notes()).toEqual([])
})

it('writing what is there already leaves the connection open, whatever was sent along', async () => {
  const { database } = await createNotes()
  const session = async () => (await database.query('select pg_backend_pid() as pid'))[0]?.pid
  const store = () =>
    database.transaction(async sql => {
      await sql.write("insert into note values ('one')", [])
      await sql.query('select from note')
    })
  await store()
  const before = await session()
  await expect(store()).rejects.toBeInstanceOf(AlreadyThere)
  expect(await session()).toBe(before)
})

it('those who need a job that somebody else has locked keep one connection, and are refused together', async () => {
  const { url, database: own } = await createTestDatabase()
  const database = openDatabase(url, { max: 2 })
  const job = { projectId: 'project-1', jobId: 'job_1' }
  const lock = () => database.transaction(sql => lockJob(sql, job))
  await lock()
  const happened: unknown[] = []
  await own.transaction(async sql => {
    await lockJob(sql, job)
    const refused = [lock(), lock(), lock()].map(one => one.catch(error => happened.push(error)))
    await database.query('select')
    happened.push('somebody else was served')
    await Promise.all(refused)
  })
  const refusal = expect.any(LockTaken)
  expect(happened).toEqual(['somebody else was served', refusal, refusal, refusal])
  expect(await Promise.all([lock(), lock(), lock()])).toHaveLength(3)
})
