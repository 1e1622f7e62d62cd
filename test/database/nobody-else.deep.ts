import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { startEmbeddedServer } from '../../src/database/server/embedded-server.ts'
import { accountIds } from '../../src/database/server/programs.ts'
import { adminUrl } from '../support/admin-url.ts'
import { createDataDir } from '../support/office.ts'
import { findOrdinaryUser, runAs } from '../support/other-users.ts'
import { runSql } from '../support/run-sql.ts'
import { createTestDatabase } from '../support/test-database.ts'

const INTRUDER = fileURLToPath(new URL('./intruder.ts', import.meta.url))

const ordinary = await findOrdinaryUser()
const isLinux = process.platform === 'linux'
if (!ordinary) process.stderr.write('These tests may not change users: what other users get is not tried.\n')

async function start({ isOnPort = false } = {}) {
  const dataDir = await createDataDir()
  const server = await startEmbeddedServer(dataDir, { fsync: 'off' }, undefined, isOnPort)
  onTestFinished(server.stop)
  return { url: server.url, folder: `${dataDir}/postgres` }
}

/** The processes of a server, which run in its folder. */
async function processesIn(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const places = await Promise.all(pids.map(pid => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  return pids.filter((_, index) => places[index] === folder)
}

it.runIf(ordinary)('another user of the machine cannot read it, reach it or take its place', async () => {
  const { folder } = await start()
  const got = JSON.parse(await runAs(ordinary ?? { uid: 0, gid: 0 }, '/', INTRUDER, folder))
  expect(Object.keys(got)).toHaveLength(8)
  expect(new Set(Object.values(got))).toEqual(new Set(['EACCES']))
})

it.runIf(ordinary)('the server’s own account has no more rights than any other', async () => {
  const { url, folder } = await start()
  const account = await accountIds('agent-followup-db')
  if (account === undefined) throw new Error('There is no such account')
  const got = JSON.parse(await runAs(account, folder, INTRUDER, '/proc/self/cwd'))
  expect(got['read /etc/shadow']).toBe('EACCES')
  // Nor can the server read it for its superuser.
  await expect(runSql(adminUrl(url), "select pg_read_file('/etc/shadow')")).rejects.toThrow('Permission denied')
})

it('on a port, only the bot’s role can log in, with the folder’s password', async () => {
  const { url } = await start({ isOnPort: true })
  expect(await runSql(url, 'select current_user as who')).toEqual([{ who: 'followup' }])
  const wrong = Object.assign(new URL(url), { password: 'guess' }).href
  for (const stranger of [wrong, adminUrl(url)])
    await expect(runSql(stranger, 'select 1')).rejects.toThrow('password authentication failed')
})

it.runIf(isLinux)('no process of the server has root’s rights or listens on a port', async () => {
  const { folder } = await start()
  const pids = await processesIn(folder)
  expect(pids.length).toBeGreaterThan(3)
  const uid = (process.getuid?.() === 0 ? await accountIds('agent-followup-db') : undefined)?.uid ?? process.getuid?.()
  for (const pid of pids) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    const rights = [...status.matchAll(/^Cap(Inh|Prm|Eff|Amb):\s+(\S+)$/gm)].map(([, , bits]) => bits)
    expect(rights).toEqual(Array(4).fill('0'.repeat(16)))
    expect(/^Uid:\s+(.+)$/m.exec(status)?.[1]?.split('\t')).toEqual(Array(4).fill(String(uid)))
    expect(await listeningPorts(pid)).toEqual([])
  }
})

async function listeningPorts(pid: string): Promise<string[]> {
  const files = await readdir(`/proc/${pid}/fd`)
  const open = await Promise.all(files.map(file => readlink(join('/proc', pid, 'fd', file)).catch(() => '')))
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map(name => readFile(`/proc/${pid}/net/${name}`, 'utf8').catch(() => ''))
  )
  return tables
    .flatMap(table => table.split('\n'))
    .filter(line => open.includes(`socket:[${line.trim().split(/\s+/)[9]}]`))
}

it.for([
  "copy (select 1) to program 'cat'",
  "create temp table taken (words text); copy taken from program 'env'",
  "select pg_read_file('postgresql.conf')",
  "select lo_import('/etc/passwd')",
  'create role second',
  'create database second',
  'set role postgres',
  'alter role followup superuser',
  "alter system set listen_addresses = '*'"
])('the bot may not: %s', async statement => {
  const { url } = await createTestDatabase()
  await expect(runSql(url, statement)).rejects.toThrow('permission denied')
})
