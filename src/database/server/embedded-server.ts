import { randomBytes, randomInt } from 'node:crypto'
import { chown, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { errorWords, StartError } from '../../errors.ts'
import { openClient } from '../open-databases.ts'
import { findOwner, findPrograms, isThere, type Owner, placeOf, runAsOwner } from './programs.ts'

export type EmbeddedServer = {
  url: string
  stop(): Promise<void>
}

/** The one with this address, or an embedded one. */
export const openServer = async (
  { url, dataDir }: { url: string | undefined; dataDir: string },
  onNews?: OnNews
): Promise<EmbeddedServer> =>
  url === undefined ? startEmbeddedServer(dataDir, {}, onNews) : { url, stop: async () => {} }

/** A real PostgreSQL that only this user can reach, as a process that outlives a killed bot: the next start finds it in its folder. */
export async function startEmbeddedServer(
  dataDir: string,
  settings: Record<string, string> = {},
  onNews: OnNews = () => {},
  isOnPort = process.platform === 'win32'
): Promise<EmbeddedServer> {
  const folder = resolve(dataDir, 'postgres')
  try {
    const owner = await findOwner()
    const bin = await findPrograms(owner)
    await initialiseFolder(folder, bin, owner, isOnPort)
    await demandOwn(folder, owner)
    const { url, ...address } = await (isOnPort ? addressOnPort : addressOfSocket)(folder)
    const all = Object.entries({ ...SETTINGS, ...address, ...settings })
    const options = all.map(([name, value]) => `-c ${name}=${value}`).join(' ')
    const control = (args: string[], prefix: string[] = []) => {
      const [command = '', ...rest] = [...prefix, join(bin, 'pg_ctl'), '-D', placeOf(folder, owner), ...args]
      return runAsOwner(owner, command, rest, folder)
    }
    const launch = () => launchIn(folder, prefix => control(['start', '-w', '-l', 'server.log', '-o', options], prefix))
    await findOrLaunch(url, launch)
    const relaunch = (signal: AbortSignal) => findOrLaunch(url, launch, signal)
    const guard = guardServer(() => countOthers(url), relaunch, onNews)
    return {
      url,
      async stop() {
        await guard.stop()
        if (!(await isAlone(url))) return
        await control(['stop', '-w', '-m', 'fast']).catch(async error => {
          // When two bots stop at once, both find themselves alone, and one of them comes too late.
          if (await isThere(`${folder}/postmaster.pid`)) throw error
        })
      }
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `Agent Follow-up cannot start its embedded database in ${folder}: ${complaintOf(error)}\n` +
        'Set DATA_DIR to a folder this user can write to, or DATABASE_URL to a PostgreSQL server you run.'
    )
  }
}

/** The address of the server that runs under `dataDir`, if one does. */
export async function findEmbeddedServer(dataDir: string): Promise<string | undefined> {
  const { url } = await (process.platform === 'win32' ? addressOnPort : addressOfSocket)(resolve(dataDir, 'postgres'))
  const failure = await countOthers(url).catch(error => error)
  return isNobodyThere(failure) ? undefined : url
}

const SETTINGS = {
  max_connections: '60',
  log_min_messages: 'warning',
  // Restarting is up to the guard: on a full disk, PostgreSQL's own restart can leave a server that refuses connections forever.
  restart_after_crash: 'off'
}

const SOCKET = '.s.PGSQL.5432'
// The most that fits on macOS; Linux has room for four more.
const LONGEST_SOCKET = 103

/** A socket in the data folder, which only its owner can enter. */
async function addressOfSocket(folder: string) {
  const length = Buffer.byteLength(`${folder}/${SOCKET}`)
  if (length > LONGEST_SOCKET)
    throw new Error(`its path is too long for a socket (${length} characters; the limit is ${LONGEST_SOCKET})`)
  return {
    url: `postgres://followup@${encodeURIComponent(folder)}:5432/postgres`,
    listen_addresses: '',
    unix_socket_directories: '.',
    unix_socket_permissions: '0700'
  }
}

/** Other bots find a running server by its port, and so does whoever restarts it. One that was stopped gets another port. */
async function addressOnPort(folder: string) {
  const lock = await readFile(`${folder}/postmaster.pid`, 'utf8').catch(() => '')
  const port = Number(lock.split('\n')[3]) || randomInt(20_000, 40_000)
  const password = await readFile(`${folder}/bot-password`, 'utf8')
  const url = `postgres://followup:${password}@127.0.0.1:${port}/postgres`
  return { url, listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) }
}

/** The role that the bot logs in as is not a superuser, and owner of nothing but its schema. */
const makeRole = (password: string | undefined) =>
  [
    `create role followup login${password === undefined ? '' : ` password '${password}'`}`,
    'grant create on database postgres to followup',
    // Who else is connected is seen by it, to leave the server to them.
    'grant pg_read_all_stats to followup'
  ].join('\n')

/** Builds the folder beside its place and renames it, so that a crash or a second start never leaves half a database. */
export async function initialiseFolder(folder: string, bin: string, owner: Owner, isOnPort = false): Promise<void> {
  if (await isThere(`${folder}/PG_VERSION`)) return
  await mkdir(dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}.new-`)
  const password = isOnPort ? randomBytes(24).toString('hex') : undefined
  const login = isOnPort ? ['reject', 'scram-sha-256'] : ['trust', 'reject']
  try {
    if (owner.ids) await chown(draft, owner.ids.uid, owner.ids.gid)
    const kind = ['--username=postgres', '--encoding=UTF8', '--locale=C']
    const access = [`--auth-local=${login[0]}`, `--auth-host=${login[1]}`]
    const place = placeOf(draft, owner)
    await runAsOwner(owner, join(bin, 'initdb'), [`--pgdata=${place}`, ...kind, ...access], draft)
    await runAsOwner(owner, join(bin, 'postgres'), ['--single', '-D', place, 'postgres'], draft, makeRole(password))
    if (password) await writeFile(`${draft}/bot-password`, password, { mode: 0o600 })
    await rename(draft, folder)
  } catch (error) {
    if (!(await isThere(`${folder}/PG_VERSION`))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function demandOwn(folder: string, owner: Owner): Promise<void> {
  const { uid } = await stat(folder)
  const own = owner.ids?.uid ?? process.getuid?.() ?? uid
  if (uid !== own)
    throw new Error(
      `it belongs to another user (uid ${uid}, not ${own}): start the bot as that user, or give it the folder`
    )
}

/** The exit code of `flock` when someone else holds the lock: no other program uses it. */
const HELD = 75
const SAID_TO_BE_HELD = /lock file .* already exists|shared memory block .* still in use/

/**
 * The server inherits a lock on its folder, and whoever has that lock knows that a server's own lock files are left over. PostgreSQL
 * would take any process for the server that has its id by now, or was never reaped.
 */
const ALONE = ['flock', '--nonblock', '--conflict-exit-code', String(HELD), '--no-fork', '.']
const WITHOUT_LEFTOVER = ['sh', '-c', `rm -f postmaster.pid ${SOCKET}.lock; exec "$@"`, 'sh']

/** Returns too if a server that holds the folder is starting or stopping. */
async function launchIn(folder: string, start: (prefix: string[]) => Promise<void>): Promise<void> {
  const log = `${folder}/server.log`
  const before = await stat(log).then(
    ({ size }) => size,
    () => 0
  )
  await start(process.platform === 'linux' ? [...ALONE, ...WITHOUT_LEFTOVER] : []).catch(async error => {
    const written = (await readFile(log).catch(() => Buffer.alloc(0))).subarray(before).toString()
    // A Ctrl-C in its terminal ends the program that waits for the server, not the server.
    if (error.code === HELD || error.signal || SAID_TO_BE_HELD.test(written)) return
    throw new Error(reasonIn(written) || complaintOf(error))
  })
}

const START_WITHIN_MS = 60_000
const PAUSE_MS = 50

async function findOrLaunch(url: string, launch: () => Promise<void>, signal?: AbortSignal): Promise<void> {
  const deadline = Date.now() + START_WITHIN_MS
  for (;;) {
    const failure = await countOthers(url).then(
      () => undefined,
      error => error
    )
    if (failure === undefined) return
    if (Date.now() > deadline) throw failure
    signal?.throwIfAborted()
    if (isNobodyThere(failure)) await launch()
    await sleep(PAUSE_MS)
  }
}

const LOOK_EVERY_MS = 2_000
const END_WITHIN_MS = 5_000

/** Called with what is wrong, whenever that is something else, and without it once the server answers again. */
type OnNews = (problem?: string) => void

/** Restarts the server when it is gone, at the same address, for as long as it takes: on a full disk, until there is room. */
export function guardServer(
  look: () => Promise<unknown>,
  relaunch: (signal: AbortSignal) => Promise<void>,
  onNews: OnNews,
  lookEveryMs = LOOK_EVERY_MS
) {
  const stopping = new AbortController()
  const { signal } = stopping
  const guarding = guard()

  async function guard(): Promise<void> {
    let told: string | undefined
    let wasUp = true
    while (await sleep(lookEveryMs, true, { signal, ref: false }).catch(() => false)) {
      const failure = await look().then(
        () => undefined,
        error => error
      )
      if (signal.aborted) return
      const isGone = isNobodyThere(failure)
      const problem = isGone ? await relaunch(signal).then(() => undefined, errorWords) : failure && errorWords(failure)
      // Seen only once, it may be a server in the middle of starting or shutting down. Times and process ids change every time.
      const subject = isGone || !wasUp ? problem?.replaceAll(/\d+/g, '') : undefined
      wasUp = problem === undefined
      if (subject !== told && !signal.aborted) onNews(subject && problem)
      told = subject
    }
  }

  return {
    stop(): Promise<void> {
      stopping.abort()
      // A start that hangs must not keep the process from exiting.
      return Promise.race([guarding, sleep(END_WITHIN_MS, undefined, { ref: false })])
    }
  }
}

const ANSWER_WITHIN_MS = 5_000
const LAST_CLIENTS_GONE_WITHIN_MS = 2_000

/** A closed connection, even our own, counts until its server process has exited. */
async function isAlone(url: string): Promise<boolean> {
  const deadline = Date.now() + LAST_CLIENTS_GONE_WITHIN_MS
  for (;;) {
    const others = await countOthers(url).catch(() => undefined)
    if (others === undefined || others === 0 || Date.now() > deadline) return others === 0
    await sleep(PAUSE_MS)
  }
}

const countSchema = z.object({ others: z.number() })

async function countOthers(url: string): Promise<number> {
  const client = openClient(url, ANSWER_WITHIN_MS)
  try {
    await client.connect()
    const { rows } = await client.query(
      `select count(*)::int as others from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`
    )
    return countSchema.parse(rows[0]).others
  } finally {
    await client.end().catch(() => {})
  }
}

const isNobodyThere = (error: unknown) =>
  error instanceof Error && 'code' in error && ['ECONNREFUSED', 'ENOENT', 'ENOTDIR'].includes(String(error.code))

// But not the messages that keep its clients waiting.
const WHY = /(FATAL|PANIC): +(?!the database system is)/

/** The line that says why: a server that gives up still logs afterwards that it is shut down. */
function reasonIn(written: string): string | undefined {
  const lines = written.trim().split('\n')
  return lines.findLast(line => WHY.test(line)) ?? lines.at(-1)
}

/** A program says first what is wrong, and then what it does about it. */
function complaintOf(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error && typeof error.stderr === 'string' ? error.stderr : ''
  return stderr.trim().split('\n')[0] || errorWords(error)
}
