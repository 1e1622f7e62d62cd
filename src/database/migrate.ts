import { readdir, readFile } from 'node:fs/promises'
import type { Database } from './database.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** Any fixed number: it names the lock under which one process migrates while the others wait. */
const MIGRATION_LOCK = 7_214_003

/** Brings the schema up to date. Safe to run from several starting processes at once. */
export async function migrate(database: Database): Promise<void> {
  const files = (await readdir(FOLDER)).filter(file => file.endsWith('.sql')).sort()
  await database.transaction(async sql => {
    await sql.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await sql.query('create schema if not exists followup')
    await sql.query('create table if not exists followup.migration (file text primary key)')
    const done = new Set((await sql.query('select file from followup.migration')).map(row => row.file))
    for (const file of files.filter(file => !done.has(file))) {
      await sql.query(await readFile(new URL(file, FOLDER), 'utf8'))
      await sql.query('insert into followup.migration (file) values ($1)', [file])
    }
  })
}
