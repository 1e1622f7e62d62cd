import { randomBytes } from 'node:crypto'
import { openSync } from 'node:fs'
import { chown, lstat, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { openClient } from '../open-databases.ts'
import { type Owner, placeOf, runAsOwner } from './owner.ts'

const ANSWER_WITHIN_MS = 5_000
const PAUSE_MS = 50
const LAST_CLIENTS_GONE_WITHIN_MS = 2_000

/** What answers at an address: `busy` is the server accepting no one right now, `strange` is something else, or silence. */
export type Look =
  | { kind: 'up'; others: number; atMs: number }
  | { kind: 'gone' }
  | { kind: 'busy' }
  | { kind: 'strange'; error: unknown }

const NOBODY_THERE = new Set(['ECONNREFUSED', 'ENOENT'])
const BUSY = /^(57P0[123]|53300)$/

export async function lookAtServer(url: string): Promise<Look> {
  return lookAtClients(url).then(
    clients => ({ kind: 'up', ...clients }),
    error => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (NOBODY_THERE.has(code)) return { kind: 'gone' }
      return BUSY.test(code) ? { kind: 'busy' } : { kind: 'strange', error }
    }
  )
}

/** Undefined when someone stays connected. A closed connection, even our own, counts until its server process has exited. */
export async function momentAlone(url: string): Promise<number | undefined> {
  const deadline = Date.now() + LAST_CLIENTS_GONE_WITHIN_MS
  for (;;) {
    const look = await lookAtServer(url)
    if (look.kind !== 'up') return undefined
    if (look.others === 0) return look.atMs
    if (Date.now() > deadline) return undefined
    await sleep(PAUSE_MS)
  }
}

const othersSchema = z.object({ others: z.number(), atMs: z.number() })

async function lookAtClients(url: string): Promise<{ others: number; atMs: number }> {
  const client = openClient(url, ANSWER_WITHIN_MS)
  try {
    await client.connect()
    const { rows } = await client.query(
      `select count(*)::int as others, (extract(epoch from now()) * 1000)::float8 as "atMs" from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`
    )
    return othersSchema.parse(rows[0])
  } finally {
    await client.end().catch(() => {})
  }
}

/** The exit code of `flock` when someone else holds the lock: no other program uses it. */
export const HELD = 75

/** What the server wrote into its folder and leaves behind when killed. Undefined when there is nothing, or only part of it. */
export async function readLock(folder: string): Promise<{ pid: number; port: number } | undefined> {
  const text = await readFile(`${folder}/postmaster.pid`, 'utf8').catch(() => '')
  const [pid = '', , , port = '', , listen] = text.split('\n')
  if (!/^\d+$/.test(pid) || !/^\d+$/.test(port) || listen === undefined) return undefined
  return { pid: Number(pid), port: Number(port) }
}

/** Builds the folder beside its place and renames it, so that a crash or a second start never leaves half a database. */
export async function initialiseFolder(
  folder: string,
  initdb: string,
  owner: Owner,
  withPassword: boolean
): Promise<void> {
  if (await isInitialised(folder)) return
  await mkdir(dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}.new-`)
  const passwordFile = `${draft}.password`
  try {
    const login = withPassword ? ['--auth=scram-sha-256', `--pwfile=${passwordFile}`] : ['--auth=reject']
    if (withPassword) await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
    if (owner.ids) await chown(draft, owner.ids.uid, owner.ids.gid)
    if (owner.ids && withPassword) await chown(passwordFile, owner.ids.uid, owner.ids.gid)
    const kind = ['--username=postgres', '--encoding=UTF8', '--locale=C']
    await runAsOwner(owner, initdb, [`--pgdata=${placeOf(draft, owner)}`, ...kind, ...login], draft)
    if (withPassword) await rename(passwordFile, `${draft}/bot-password`)
    await rename(draft, folder)
  } catch (error) {
    if (!(await isInitialised(folder))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
    await rm(passwordFile, { force: true })
  }
}

const isInitialised = (folder: string) =>
  lstat(`${folder}/PG_VERSION`).then(
    () => true,
    () => false
  )

const readPassword = (folder: string) => readFile(`${folder}/bot-password`, 'utf8').catch(() => undefined)

/** The roles that log in: the bot's, which owns its schemas and nothing else; the superuser, only to create that role. */
export type Role = 'followup' | 'postgres'

export type ServerEndpoint = {
  settings(failures: number): Promise<Record<string, string>>
  access: Record<'pg_hba.conf' | 'pg_ident.conf', string>
  /** Undefined while no server can be there. */
  url(role: Role): Promise<string | undefined>
  stranger(): Promise<Error | undefined>
  password: string | undefined
}

type OpenEndpoint = (folder: string, owner: Owner, userName: string) => Promise<ServerEndpoint>

const SOCKET = '.s.PGSQL.5432'
// The most that fits on macOS; Linux has room for four more.
const LONGEST_ADDRESS = 103

/** A socket in the data folder, which only its owner can enter; the operating system says who connects. */
export const openSocketEndpoint: OpenEndpoint = async (folder, owner, userName) => {
  const name = userName.replaceAll('"', '""')
  const address = encodeURIComponent(shortened(folder))
  const ownerId = owner.ids?.uid ?? process.getuid?.()
  return {
    settings: async () => ({
      listen_addresses: '',
      // Relative to the data folder, where the server runs: a socket address has no room for a long path.
      unix_socket_directories: '.',
      unix_socket_permissions: '0700'
    }),
    access: {
      'pg_hba.conf': 'local all followup,postgres peer map=bot\n',
      'pg_ident.conf': `bot "${name}" followup\nbot "${name}" postgres\n`
    },
    url: async role => `postgres://${role}@${address}:5432/postgres`,
    async stranger() {
      const uid = await lstat(`${folder}/${SOCKET}`).then(
        found => found.uid,
        () => ownerId
      )
      return uid === ownerId ? undefined : new Error(`${folder}/${SOCKET} belongs to another user (uid ${uid})`)
    },
    password: undefined
  }
}

export const openLoopbackEndpoint: OpenEndpoint = async folder => {
  const password = await readPassword(folder)
  let port: number | undefined
  return {
    async settings(failures) {
      // Other processes that use it look for it at its old port.
      const before = failures === 0 ? (port ?? (await readLock(folder))?.port) : undefined
      port = before ?? (await freePort())
      return { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) }
    },
    access: {
      'pg_hba.conf': 'host all followup,postgres 127.0.0.1/32 scram-sha-256\n',
      'pg_ident.conf': ''
    },
    async url(role) {
      port = (await readLock(folder))?.port ?? port
      if (port === undefined) return undefined
      return `postgres://${role}:${password}@127.0.0.1:${port}/postgres`
    },
    stranger: async () => undefined,
    password
  }
}

/** A long path does not fit in a socket address. On Linux an open folder also has a short one, for as long as we run. */
function shortened(folder: string): string {
  const length = Buffer.byteLength(`${folder}/${SOCKET}`)
  if (length <= LONGEST_ADDRESS) return folder
  if (process.platform === 'linux') return `/proc/${process.pid}/fd/${openSync(folder, 'r')}`
  throw new Error(`its path is too long for a socket (${length} characters; the limit is ${LONGEST_ADDRESS})`)
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
