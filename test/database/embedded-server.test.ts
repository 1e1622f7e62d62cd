import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import pg from 'pg'
import { expect, it } from 'vitest'
import { startEmbeddedServer } from '../../src/database/server/embedded-server.ts'
import { findPrograms, toRunnable } from '../../src/database/server/programs.ts'
import { StartError } from '../../src/errors.ts'
import { createDataDir, createFilledDataDir } from '../support/office.ts'
import { runSql } from '../support/run-sql.ts'
import { databasePid } from '../support/spawned-bot.ts'
import { SETTINGS, start } from './embedded-folder.ts'

async function refusal(starting: Promise<unknown>): Promise<unknown> {
  return starting.then(
    () => 'it started',
    error => error
  )
}

it('listens on no port, and lets its owner in without a password', async () => {
  const dataDir = await createDataDir()
  const { url } = await start(dataDir)
  expect(await runSql(url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  expect(await readdir(dataDir)).toEqual(['postgres'])
  expect((await stat(`${dataDir}/postgres`)).mode & 0o077).toBe(0)
  expect(await readdir(`${dataDir}/postgres`)).not.toContain('bot-password')
})

it('the server keeps running for another process that uses it, and stops with the last one', async () => {
  const dataDir = await createFilledDataDir()
  const server = await start(dataDir)
  const other = new pg.Client({ connectionString: server.url })
  await other.connect()

  await server.stop()
  expect((await other.query('select 1 as up')).rows).toEqual([{ up: 1 }])

  await other.end()
  await server.stop()
  expect(await databasePid(dataDir)).toBeUndefined()
  await expect(runSql(server.url, 'select 1')).rejects.toThrow('ENOENT')
  // Stopping a stopped server is not an error.
  await server.stop()
})

it('connections closed a moment ago do not keep the server up', async () => {
  const dataDir = await createFilledDataDir()
  const server = await start(dataDir)
  const pool = new pg.Pool({ connectionString: server.url, max: 10 })
  await Promise.all(Array.from({ length: 10 }, () => pool.query('select pg_sleep(0.01)')))
  await Promise.all([pool.end(), server.stop()])
  expect(await databasePid(dataDir)).toBeUndefined()
})

it('an unusable data folder gives one clear message', async () => {
  const dataDir = await createDataDir()
  await writeFile(`${dataDir}/file`, '')
  const error = await refusal(startEmbeddedServer(`${dataDir}/file`, SETTINGS))
  expect(error).toBeInstanceOf(StartError)
  expect(String(error)).toBe(
    `StartError: Agent Follow-up cannot start its embedded database in ${dataDir}/file/postgres: ` +
      `Error: EEXIST: file already exists, mkdir '${dataDir}/file' (EEXIST)\n` +
      'Set DATA_DIR to a folder this user can write to, or DATABASE_URL to a PostgreSQL server you run.'
  )
})

it('a machine for which there is no embedded database is told so in one line', async () => {
  const none = String(await refusal(findPrograms({}, 'linux-vax')))
  const bin = await createDataDir()
  await writeFile(`${bin}/postgres`, '#!/lib/ld-linux-of-another-libc\n', { mode: 0o755 })
  const musl = String(await refusal(toRunnable(bin, {}, '/nowhere')))
  const unusable = (why: string) =>
    `StartError: Agent Follow-up cannot use the embedded database: ${why}. Set DATABASE_URL to a PostgreSQL server you run.`
  expect([none, musl]).toEqual([
    unusable('npm has not installed it for linux-vax'),
    unusable('it needs glibc, which this system lacks, as Alpine does')
  ])
})

it("another user's folder is left as it was", async () => {
  const dataDir = await createDataDir()
  await mkdir(`${dataDir}/postgres`)
  await writeFile(`${dataDir}/postgres/thesis.txt`, 'my only copy')
  expect(await refusal(startEmbeddedServer(dataDir, SETTINGS))).toBeInstanceOf(StartError)
  expect(await readdir(dataDir)).toEqual(['postgres'])
  expect(await readFile(`${dataDir}/postgres/thesis.txt`, 'utf8')).toBe('my only copy')
})

it('a server that cannot start gives the reason in its own words', async () => {
  const dataDir = await createFilledDataDir()
  const error = await refusal(startEmbeddedServer(dataDir, { max_connections: 'many' }))
  expect(error).toBeInstanceOf(StartError)
  expect(String(error)).toContain('invalid value for parameter "max_connections": "many"')
})
