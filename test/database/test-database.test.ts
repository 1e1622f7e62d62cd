import pg from 'pg'
import { expect, it } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { dumpTables } from '../support/find-leaks.ts'
import { runSql } from '../support/run-sql.ts'
import { createTestDatabase } from '../support/test-database.ts'

const ENOUGH = 6

/** A whole test's use of a database. Returns what stays the same when it is given to another test. */
async function useDatabase(act: (database: Database, url: string) => Promise<void> = async () => {}): Promise<number> {
  const ends: (() => Promise<void>)[] = []
  const { url, database } = await createTestDatabase(end => ends.push(end))
  const [row] = await database.query('select oid::int from pg_database where datname = current_database()')
  await act(database, url)
  for (const end of ends) await end()
  return Number(row?.oid)
}

/** Whether one of the next tests gets it. */
async function isGivenAgain(given: number, look?: (database: Database) => Promise<void>): Promise<boolean> {
  for (let test = 0; test < ENOUGH; test += 1) {
    let isIt = false
    const used = await useDatabase(async database => {
      const [row] = await database.query('select oid::int from pg_database where datname = current_database()')
      isIt = Number(row?.oid) === given
      if (isIt) await look?.(database)
    })
    if (used === given) return true
  }
  return false
}

it('finds nothing that an earlier test left in its database, nor where that one’s numbers ended', async () => {
  let empty: string[] = []
  const used = await useDatabase(async database => {
    empty = await dumpTables(database)
    await database.query("select nextval('followup.followup_number') from generate_series(1, 7)")
    await database.query(`insert into followup.muted (team_id, channel_id, thread_ts, user_id)
      select 'T1', 'C1', '1.0', 'U' || n from generate_series(1, 500) as n`)
  })
  const found: unknown[] = []
  const look = async (database: Database) => {
    found.push(await dumpTables(database), await database.query("select nextval('followup.followup_number')"))
  }
  expect(await isGivenAgain(used, look)).toBe(true)
  expect(found).toEqual([empty, [{ nextval: '1' }]])
})

const CHANGES = {
  'a table was renamed and then named as before':
    'alter table followup.job rename to gone; alter table followup.gone rename to job',
  'a column was changed': 'alter table followup.task alter column data drop not null',
  'a table was dropped': 'drop table followup.muted',
  'there is a new function': "create function followup.more() returns int language sql as 'select 7'",
  'there is a new schema': 'create schema other',
  'fewer may connect': "do $$ begin execute format('alter database %I connection limit 7', current_database()); end $$",
  'an option was set': "do $$ begin execute format('alter database %I set work_mem = 70', current_database()); end $$",
  'another migration was noted': "insert into followup.migration (file) values ('9999-later.sql')",
  'a table has grown large':
    "insert into followup.muted select 'T1', repeat('C', 1000) || n, '1.0', 'U1' from generate_series(1, 1500) as n"
}

it.each(Object.entries(CHANGES))('gives nobody else a database in which %s', async (_, change) => {
  const used = await useDatabase(async database => void (await database.query(change)))
  expect(await isGivenAgain(used)).toBe(false)
})

it('gives nobody else a database that somebody is still connected to', async () => {
  const lost = Promise.withResolvers<Error>()
  const used = await useDatabase(async (_, url) => {
    const client = new pg.Client({ connectionString: url }).on('error', lost.resolve)
    await client.connect()
  })
  expect(await isGivenAgain(used)).toBe(false)
  expect(String(await lost.promise)).toContain('terminat')
})

it('lets nobody reach a database by an address from an earlier test', async () => {
  let address = ''
  const used = await useDatabase(async (_, url) => {
    address = url
  })
  expect(await isGivenAgain(used)).toBe(true)
  await expect(runSql(address, 'select')).rejects.toThrow('does not exist')
})
