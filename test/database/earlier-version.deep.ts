import { execFile } from 'node:child_process'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/database/clock.ts'
import { createDatabase } from '../../src/database/database.ts'
import { startEmbeddedServer } from '../../src/database/embedded-server.ts'
import { accountIds, findOwner } from '../../src/database/find-owner.ts'
import { findPrograms } from '../../src/database/find-programs.ts'
import { lookAtServer } from '../../src/database/find-server.ts'
import { launchServer } from '../../src/database/launch-server.ts'
import { migrate } from '../../src/database/migrate.ts'
import type { Owner } from '../../src/database/run-as-owner.ts'
import { stopServer } from '../../src/database/stop-server.ts'
import { createQueue } from '../../src/queue/queue.ts'
import { adminUrl } from '../support/admin-url.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { createDataDir } from '../support/office.ts'
import { runSql } from '../support/run-sql.ts'

const PASSWORD = 'f00d'
const isRoot = process.getuid?.() === 0
const SETTINGS = { fsync: 'off' }

async function useQueue(url: string, database: ReturnType<typeof createDatabase>): Promise<void> {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const runners = { 'some-task': async () => {} }
  const queue = await createQueue({
    url,
    database,
    clock: systemClock,
    now: systemClock.now,
    random: Math.random,
    log,
    tasks: Object.keys(runners),
    owner: 'project-1'
  })
  await database.transaction(sql => queue.enqueue(sql, 'some-task', {}))
  await queue.runUntilIdle({ runners, onBuried: async () => {} })
  await queue.stop()
}

async function useAll(url: string): Promise<void> {
  const database = createDatabase({ url, onConnectionLost: () => {} })
  try {
    await migrate(database)
    await useQueue(url, database)
  } finally {
    await database.close()
  }
}

/** Its queue was pg-boss, whose types, tables and functions were its own. */
const PG_BOSS = `create schema pgboss; create type pgboss.job_state as enum ('created', 'retry', 'active', 'completed');
  create table pgboss.job (id uuid, name text, data jsonb, state pgboss.job_state, start_after timestamptz, heartbeat_on timestamptz);
  create function pgboss.job_now() returns timestamptz language sql as 'select now()'`

/** A folder as an earlier version made it: everything belongs to the superuser, who has a password, and under root to `nobody`. */
async function createEarlierFolder(): Promise<{ dataDir: string; folder: string }> {
  const dataDir = await createDataDir()
  const folder = `${dataDir}/postgres`
  const server = await startEmbeddedServer(dataDir, SETTINGS)
  const url = adminUrl(server.url)
  await runSql(url, `drop owned by followup; drop role followup; alter role postgres password '${PASSWORD}'`)
  await useAll(url)
  await runSql(url, `insert into followup.delivery values ('kept', 1)`)
  await runSql(url, PG_BOSS)
  const owner = await findOwner()
  await stopServer(folder, owner, (await findPrograms(owner)).pg_ctl)
  await server.stop()
  // Its last process exits a little later than it says.
  if (process.platform === 'linux') await promisify(execFile)('flock', [folder, 'true'])
  await writeFile(`${folder}/bot-password`, PASSWORD, { mode: 0o600 })
  if (isRoot) {
    const { uid } = await stat(folder)
    await promisify(execFile)('chown', ['-R', `--from=${uid}`, 'nobody:', folder, `${folder}/bot-password`])
  }
  return { dataDir, folder }
}

async function startAsNow(dataDir: string) {
  const server = await startEmbeddedServer(dataDir, SETTINGS)
  onTestFinished(server.stop)
  return server
}

async function expectOurs(url: string, folder: string): Promise<void> {
  await useAll(url)
  expect(await runSql(url, 'select key from followup.delivery')).toEqual([{ key: 'kept' }])
  const others = await runSql(
    url,
    `select relname as name from pg_class where relnamespace in ('followup'::regnamespace, 'pgboss'::regnamespace)
     and relowner <> 'followup'::regrole
     union all select proname from pg_proc where pronamespace = 'pgboss'::regnamespace and proowner <> 'followup'::regrole
     union all select typname from pg_type where typnamespace = 'pgboss'::regnamespace and typowner <> 'followup'::regrole`
  )
  expect(others).toEqual([])
  expect(await readdir(folder)).not.toContain('bot-password')
  const { ids } = await findOwner()
  expect((await stat(`${folder}/PG_VERSION`)).uid).toBe(ids?.uid ?? process.getuid?.())
}

it('data of an earlier version passes to this version’s role and account', async () => {
  const { dataDir, folder } = await createEarlierFolder()
  const { url } = await startAsNow(dataDir)
  await expectOurs(url, folder)
})

/** As an earlier version started it, under another account. */
async function startEarlierServer(folder: string, owner: Owner): Promise<string> {
  const port = await freePort()
  const access = { 'pg_hba.conf': 'host all all 127.0.0.1/32 scram-sha-256\n', 'pg_ident.conf': '' }
  const settings = { ...SETTINGS, listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) }
  await launchServer(folder, (await findPrograms(owner)).postgres, owner, access, settings)
  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`
  await eventually(async () => (await lookAtServer(url)).kind === 'up', 'the earlier server')
  return url
}

it('a running server of an earlier version makes way', async () => {
  const { dataDir, folder } = await createEarlierFolder()
  const ids = isRoot ? await accountIds('nobody') : undefined
  const before = await startEarlierServer(folder, ids ? { ids } : {})

  const { url } = await startAsNow(dataDir)
  await expectOurs(url, folder)
  expect((await lookAtServer(before)).kind).toBe('gone')
})

it.runIf(isRoot)("another person's database is left alone and keeps running", async () => {
  const { dataDir, folder } = await createEarlierFolder()
  await promisify(execFile)('chown', ['-R', '54321:54321', folder])
  const theirs = await startEarlierServer(folder, { ids: { uid: 54_321, gid: 54_321 } })

  await expect(startEmbeddedServer(dataDir, SETTINGS)).rejects.toThrow('belongs to another user (uid 54321)')
  expect((await stat(folder)).uid).toBe(54_321)
  expect((await lookAtServer(theirs)).kind).toBe('up')
})
