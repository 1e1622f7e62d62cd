import { expect, it, onTestFinished } from 'vitest'
import { createDatabase } from '../../src/database/database.ts'
import { AlreadyThere, StorageUnclear } from '../../src/errors.ts'
import { countStatements } from '../support/count-statements.ts'
import { eventually } from '../support/eventually.ts'
import { createTestDatabase } from '../support/test-database.ts'

const NOTE = 'insert into note values ($1)'
const OTHER = 'insert into other values ($1, $2)'

async function open() {
  const { url, database: outside } = await createTestDatabase()
  await outside.query('create table note (words text primary key)')
  await outside.query('create table other (words text, more text)')
  const database = createDatabase({ url, onConnectionLost: () => {}, max: 1, statementMs: 300 })
  onTestFinished(database.close)
  await database.query('select')
  const { read } = countStatements()
  const sent = () => read().statements.map(text => text.replace(/ .*/s, ''))
  const notes = async () => (await outside.query('select words from note order by words')).map(({ words }) => words)
  return { outside, database, sent, notes }
}

it('stores all that a transaction writes with one statement, which needs no other', async () => {
  const { database, outside, sent, notes } = await open()
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
  const { database, sent } = await open()
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
  const { database, outside, notes } = await open()
  await outside.query(NOTE, ['one'])
  const again = database.transaction(async sql => {
    await sql.write(OTHER, ['two', 'three'])
    await sql.write(NOTE, ['one'])
  })
  await expect(again).rejects.toBeInstanceOf(AlreadyThere)
  expect([await notes(), await outside.query('select * from other')]).toEqual([['one'], []])
})

it('may have stored what was written if the database does not say', async () => {
  const { database, notes } = await open()
  const [backend] = await database.query('select pg_backend_pid() as pid')
  const stopped = Number(backend?.pid)
  process.kill(stopped, 'SIGSTOP')
  const attempt = database.transaction(sql => sql.write(NOTE, ['perhaps']))
  await expect(attempt).rejects.toBeInstanceOf(StorageUnclear)
  process.kill(stopped, 'SIGCONT')
  await eventually(async () => (await notes()).includes('perhaps') || undefined, 'what was stored')
})
