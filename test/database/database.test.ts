import { expect, it } from 'vitest'
import type { Sql } from '../../src/database/database.ts'
import { migrate } from '../../src/database/open-databases.ts'
import { AlreadyThere, StorageUnclear, TransientError } from '../../src/errors.ts'
import { countStatements } from '../support/count-statements.ts'
import { eventually } from '../support/eventually.ts'
import { openDatabase } from '../support/open-database.ts'
import { runSql } from '../support/run-sql.ts'
import { createTestDatabase } from '../support/test-database.ts'

async function createNotes() {
  const { url, database } = await createTestDatabase()
  await database.query('create table note (words text primary key)')
  const notes = async () => (await database.query('select words from note order by words')).map(row => row.words)
  return { url, database, notes }
}

it('a bug in the work or in a parameter is not taken for a database failure', async () => {
  const { database, notes } = await createNotes()
  const bug = new TypeError('nothing to read from')
  const attempt = database.transaction(async sql => {
    await sql.query("insert into note values ('one')")
    throw bug
  })
  await expect(attempt).rejects.toBe(bug)

  const unreadable = (sql: Sql) => sql.query('insert into note values ($1)', [endless])
  await expect(unreadable(database)).rejects.toBeInstanceOf(TypeError)
  await expect(database.transaction(unreadable)).rejects.toBeInstanceOf(TypeError)
  const tooLarge = database.query("select 'a'::text where $1", [{ toPostgres: () => 'x'.repeat(-1) }])
  await expect(tooLarge).rejects.toBeInstanceOf(RangeError)
  expect(await database.query('select 1 as up')).toEqual([{ up: 1 }])
  expect(await notes()).toEqual([])
})

const endless: { self?: unknown } = {}
endless.self = endless

const FAILURES: [what: string, last: (sql: Sql) => Promise<unknown>, failure: new (...given: never[]) => Error][] = [
  ['a failed statement', sql => sql.query("insert into note values ('there')"), AlreadyThere],
  ['a last statement that fails', sql => sql.write('insert into note values ($1)', ['there']), AlreadyThere],
  ['a last statement that never leaves', sql => sql.write('insert into note values ($1)', [endless]), TypeError]
]

it.each(FAILURES)('%s undoes the whole transaction, and its connection can be reused', async (_, last, failure) => {
  const { database, notes } = await createNotes()
  await database.query("insert into note values ('there')")
  const failing = () =>
    database.transaction(async sql => {
      await sql.query("insert into note values ('one')")
      await last(sql)
    })
  // More rounds than connections in the pool: none may leak, or stay in a failed transaction.
  for (let round = 0; round < 12; round += 1) await expect(failing()).rejects.toBeInstanceOf(failure)
  expect(await notes()).toEqual(['there'])
})

it.each<[what: string, store: (sql: Sql) => Promise<unknown>]>([
  ['asked', sql => sql.query("insert into note values ('perhaps')")],
  ['wrote', sql => sql.write("insert into note values ('perhaps')", [])]
])('an unconfirmed commit of what it %s may have been stored, and says so at once', async (_, store) => {
  const { url, notes } = await createNotes()
  const database = openDatabase(url, { max: 1, statementMs: 300 })
  const [backend] = await database.query('select pg_backend_pid() as pid')
  const stopped = Number(backend?.pid)
  const attempt = database.transaction(async sql => {
    await store(sql)
    process.kill(stopped, 'SIGSTOP')
  })
  await expect(attempt).rejects.toBeInstanceOf(StorageUnclear)
  process.kill(stopped, 'SIGCONT')
  await eventually(async () => (await notes()).includes('perhaps') || undefined, 'what was committed')
  expect(await database.query('select 1 as up')).toEqual([{ up: 1 }])
})

it('each transaction has its own timeouts, and the connection has none', async () => {
  const { url } = await createNotes()
  const database = openDatabase(url, { max: 1, statementMs: 300, lockMs: 200 })
  const bounds = (sql: Sql) =>
    sql.query(
      `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
         current_setting('idle_in_transaction_session_timeout') as idle`
    )
  expect(await database.transaction(bounds)).toEqual([{ statement: '300ms', lock: '200ms', idle: '15s' }])
  expect(await bounds(database)).toEqual([{ statement: '0', lock: '0', idle: '0' }])
})

it('losing an idle connection does not end the process', async () => {
  const { url } = await createNotes()
  const lost = Promise.withResolvers<Error>()
  const database = openDatabase(url, { onConnectionLost: lost.resolve })
  const [backend] = await database.query('select pg_backend_pid() as pid')
  await runSql(url, 'select pg_terminate_backend($1)', [backend?.pid])

  expect((await lost.promise).message).toMatch(/terminat/i)
  expect(await database.query('select 1 as up')).toEqual([{ up: 1 }])
})

it('a connection whose session refuses everything is dropped', async () => {
  const { url, database, notes } = await createNotes()
  const own = openDatabase(url, { max: 1, kept: 1 })
  const store = (words: string) => own.transaction(sql => sql.query('insert into note values ($1)', [words]))
  const [row] = await database.query('select current_database() as name')
  await database.query(`alter database ${row?.name} set default_transaction_read_only = on`)
  const refusal = await store('too early').catch(error => error)
  expect(refusal).toBeInstanceOf(TransientError)
  expect(refusal.message).toContain('read-only')
  await runSql(url, `begin read write; alter database ${row?.name} reset default_transaction_read_only; commit`)
  await store('again')
  expect(await notes()).toEqual(['again'])
})

it('several processes may migrate an empty database at once', async () => {
  const { url, database } = await createTestDatabase()
  await database.query('drop schema followup cascade')
  await Promise.all(Array.from({ length: 4 }, () => migrate(openDatabase(url))))
  expect(await database.query('select count(*)::int as threads from followup.thread')).toEqual([{ threads: 0 }])
  const files = (await database.query('select file from followup.migration order by file')).map(row => row.file)
  expect(files).toEqual(['0001-tables.sql'])
})

const NOTE = 'insert into note values ($1)'
const OTHER = 'insert into other values ($1, $2)'

async function startWriting() {
  const { url, database: outside, notes } = await createNotes()
  await outside.query('create table other (words text, more text)')
  const database = openDatabase(url, { max: 1 })
  await database.query('select')
  const { read } = countStatements()
  const sent = () => read().statements.map(text => text.replace(/ .*/s, ''))
  return { outside, database, sent, notes }
}

it('stores all that a transaction writes with one statement, which needs no other', async () => {
  const { database, outside, sent, notes } = await startWriting()
  await database.transaction(async sql => {
    await sql.write(NOTE, ['one'])
    await sql.write(OTHER, ['two', 'three'])
  })
  expect(sent()).toEqual(['with'])
  expect([await notes(), await outside.query('select * from other')]).toEqual([
    ['one'],
    [{ words: 'two', more: 'three' }]
  ])
})

it('stores what was written before a query sees it, and before more is written to the same table', async () => {
  const { database, sent } = await startWriting()
  await database.transaction(async sql => {
    await sql.write(NOTE, ['one'])
    expect(await sql.query('select words from note')).toEqual([{ words: 'one' }])
    await sql.write(NOTE, ['two'])
    await sql.write('update note set words = $2 where words = $1', ['two', 'three'])
    expect(await sql.query('select words from note order by words')).toEqual([{ words: 'one' }, { words: 'three' }])
  })
  expect(sent()).toEqual(['begin;', 'with', 'select', 'with', 'with', 'select', 'commit'])
})

it('stores nothing of a transaction without a query when any of it is there already', async () => {
  const { database, outside, notes } = await startWriting()
  await outside.query(NOTE, ['one'])
  const again = database.transaction(async sql => {
    await sql.write(OTHER, ['two', 'three'])
    await sql.write(NOTE, ['one'])
  })
  await expect(again).rejects.toBeInstanceOf(AlreadyThere)
  expect([await notes(), await outside.query('select * from other')]).toEqual([['one'], []])
})
