import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { type EmbeddedServer, startEmbeddedServer } from '../../src/database/embedded-server.ts'
import { StartError } from '../../src/errors.ts'
import { copyDataDir } from '../support/copy-data-dir.ts'
import { eventually } from '../support/eventually.ts'
import { fastestFolder } from '../support/fastest-folder.ts'
import { runSql } from '../support/run-sql.ts'
import { databasePid } from '../support/spawned-bot.ts'

const STARTER = fileURLToPath(new URL('./server-starter.ts', import.meta.url))
const KEEP = 'create schema kept; create table kept.number as select 7 as value'
const KEPT = 'select value from kept.number'
const SETTINGS = { fsync: 'off', max_connections: '20' }

async function createDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(await fastestFolder(), 'agent-followup-embedded-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  return dataDir
}

async function createFilledDataDir(): Promise<string> {
  const dataDir = await createDataDir()
  await copyDataDir(inject('newDataDir'), dataDir)
  return dataDir
}

/** Starts a folder's server; whatever the test does to it, it does not outlive the test. */
async function start(dataDir: string): Promise<EmbeddedServer> {
  const server = await startEmbeddedServer(dataDir, SETTINGS)
  onTestFinished(() => server.stop())
  return server
}

/** Starts a folder's server from a separate process. */
async function startElsewhere(dataDir: string) {
  const starter = fork(STARTER, [dataDir])
  const exited = once(starter, 'exit')
  onTestFinished(async () => {
    starter.kill('SIGKILL')
    await exited
  })
  await once(starter, 'message')
  return starter
}

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

it('after a kill, the next bot finds the server with everything stored', async () => {
  const dataDir = await createFilledDataDir()
  const before = await start(dataDir)
  const pid = await databasePid(dataDir)
  await runSql(before.url, KEEP)

  const after = await start(dataDir)
  expect(after.url).toBe(before.url)
  expect(await databasePid(dataDir)).toBe(pid)
  expect(await runSql(after.url, KEPT)).toEqual([{ value: 7 }])
})

it('two that start at once share one server, in a new folder or a stopped one', async () => {
  const dataDir = await createDataDir()
  const [one, other] = await Promise.all([start(dataDir), start(dataDir)])
  expect(other.url).toBe(one.url)
  expect(await readdir(dataDir)).toEqual(['postgres'])

  await Promise.all([one.stop(), other.stop()])
  expect(await databasePid(dataDir)).toBeUndefined()
  const [first, second] = await Promise.all([start(dataDir), start(dataDir)])
  expect(second.url).toBe(first.url)
  expect(await runSql(first.url, 'select 1 as up')).toEqual([{ up: 1 }])
})

it('after the server itself is killed, the next start brings it back with everything committed', async () => {
  const dataDir = await createFilledDataDir()
  const before = await start(dataDir)
  await runSql(before.url, KEEP)
  const pid = await databasePid(dataDir)
  process.kill(pid ?? Number.NaN, 'SIGKILL')

  const after = await start(dataDir)
  expect(await databasePid(dataDir)).not.toBe(pid)
  expect(await runSql(after.url, KEPT)).toEqual([{ value: 7 }])
})

it('a killed server comes back at once, even if its parent never reaps it', async () => {
  const dataDir = await createFilledDataDir()
  const starter = await startElsewhere(dataDir)
  const pid = (await databasePid(dataDir)) ?? Number.NaN
  starter.kill('SIGSTOP')
  process.kill(pid, 'SIGKILL')

  const { url } = await start(dataDir)
  expect(await runSql(url, 'select 1 as up')).toEqual([{ up: 1 }])
  expect(await databasePid(dataDir)).not.toBe(pid)
  // To anyone who asks by pid, the dead one still exists.
  expect(process.kill(pid, 0)).toBe(true)
})

it('a stale lock keeps nobody out, even if its pid now belongs to another process', async () => {
  const dataDir = await createFilledDataDir()
  const neighbour = await createFilledDataDir()
  await start(neighbour)
  const server = await start(dataDir)
  const lock = await readFile(`${dataDir}/postgres/postmaster.pid`, 'utf8')
  await server.stop()
  const left = `${dataDir}/postgres/postmaster.pid`
  await writeFile(left, lock.replace(/^\d+/, `${await databasePid(neighbour)}`))
  await chmod(left, 0o644)

  const { url } = await start(dataDir)
  expect(await runSql(url, 'select 1 as up')).toEqual([{ up: 1 }])
})

it('a server killed under a running bot comes back at the same address', async () => {
  const dataDir = await createFilledDataDir()
  const { url } = await start(dataDir)
  await runSql(url, KEEP)
  const pid = await databasePid(dataDir)
  process.kill(pid ?? Number.NaN, 'SIGKILL')

  const kept = await eventually(() => runSql(url, KEPT).catch(() => undefined), 'the server')
  expect(kept).toEqual([{ value: 7 }])
  expect(await databasePid(dataDir)).not.toBe(pid)
})

it('a server that loses one of its processes restarts at the same address', async () => {
  const dataDir = await createFilledDataDir()
  const { url } = await start(dataDir)
  await runSql(url, KEEP)
  const pid = await databasePid(dataDir)
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  process.kill(rows[0].pid, 'SIGKILL')

  const isAnew = async () => ![undefined, pid].includes(await databasePid(dataDir))
  await eventually(isAnew, 'another server')
  const kept = await eventually(() => runSql(url, KEPT).catch(() => undefined), 'what was stored')
  expect(kept).toEqual([{ value: 7 }])
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
