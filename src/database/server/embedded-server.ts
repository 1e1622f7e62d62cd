import { lstat, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorWords, NamedError, StartError } from '../../errors.ts'
import { openClient } from '../open-databases.ts'
import {
  HELD,
  initialiseFolder,
  type Look,
  lookAtServer,
  momentAlone,
  openLoopbackEndpoint,
  openSocketEndpoint,
  type Role,
  readLock,
  type ServerEndpoint
} from './find-server.ts'
import { findPrograms, type Launched, launchServer } from './launch-server.ts'
import { findOwner, type Owner, ownUserName, run, runAsOwner } from './owner.ts'

const LOOK_EVERY_MS = 2_000
const END_WITHIN_MS = 5_000

type ServerNews = { onDown(error: unknown): void; onUp(): void }

type Guarded = {
  look(): Promise<Look>
  relaunch(signal: AbortSignal): Promise<void>
  news: ServerNews
  lookEveryMs?: number
}

/** Restarts the server when it is gone, at the same address, for as long as it takes: on a full disk, until there is room. */
export function guardServer({ look, relaunch, news, lookEveryMs = LOOK_EVERY_MS }: Guarded) {
  const stopping = new AbortController()
  let told: string | undefined
  const guarding = guard()

  async function guard(): Promise<void> {
    let before: Look['kind'] = 'up'
    while (await pause(lookEveryMs, stopping.signal)) {
      const seen = await look()
      if (stopping.signal.aborted) return
      if (seen.kind === 'gone') await relaunch(stopping.signal).then(() => report(undefined), report)
      // Seen only once, it may be a server in the middle of shutting down.
      else if (seen.kind === 'strange' && before === 'strange') report(new ServerDisplaced(seen.error))
      else if (seen.kind === 'up') report(undefined)
      before = seen.kind
    }
  }

  function report(error: unknown): void {
    if (stopping.signal.aborted) return
    const before = told
    told = error === undefined ? undefined : subjectOf(error)
    if (told === before) return
    if (told === undefined) news.onUp()
    else news.onDown(error)
  }

  return {
    stop(): Promise<void> {
      stopping.abort()
      // A start that hangs must not keep the process from exiting.
      return Promise.race([guarding, sleep(END_WITHIN_MS, undefined, { ref: false })])
    }
  }
}

export class ServerDisplaced extends NamedError {
  constructor(cause: unknown) {
    super(errorWords(cause), { cause })
  }
}

/** The reason why a server does not start can change. The times and process ids in its words change every time. */
const subjectOf = (error: unknown): string =>
  error instanceof ServerDisplaced ? error.name : errorWords(error).replaceAll(/\d+/g, '')

const pause = (ms: number, signal: AbortSignal): Promise<boolean> =>
  sleep(ms, true, { signal, ref: false }).catch(() => false)

/** The role that the bot logs in as: not a superuser, and owner of nothing but its schema. */
async function makeRole(adminUrl: string, password: string | undefined): Promise<void> {
  const client = openClient(adminUrl)
  await client.connect()
  try {
    const { rows } = await client.query("select from pg_roles where rolname = 'followup'")
    if (rows.length > 0) return
    // Where the operating system identifies the user, no role has a password.
    const secret = password === undefined ? 'null' : client.escapeLiteral(password)
    await client.query(
      `begin; ${MAKE_ROLE}; alter role followup login password ${secret}; alter role postgres password ${secret}; commit`
    )
  } finally {
    await client.end().catch(() => {})
  }
}

const MAKE_ROLE = `
select pg_advisory_xact_lock(7214004);
do $$
begin
  if exists (select from pg_roles where rolname = 'followup') then return; end if;
  create role followup;
  grant create on database postgres to followup;
  -- Who else is connected is seen by it, to leave the server to them.
  grant pg_read_all_stats to followup;
end
$$`

const STOP_WITHIN_MS = 60_000
const STOP_PAUSE_MS = 20

/** Stops the server seen in a folder, with its owner's rights: a process id that the owner forged can end nothing else. */
async function stopServer(folder: string, owner: Owner, pgCtl: string): Promise<void> {
  const lock = await readLock(folder)
  // When two bots stop at once, both find themselves alone, and one of them comes too late.
  if (lock === undefined) return
  const [command, ...args] =
    process.platform === 'win32'
      ? ([pgCtl, 'stop', '-w', '-m', 'fast', '-D', folder] as const)
      : (['sh', '-c', 'kill -INT "$1"', 'sh', String(lock.pid)] as const)
  const failure = await runAsOwner(owner, command, args).then(
    () => undefined,
    (error: unknown) => error
  )
  const deadline = Date.now() + STOP_WITHIN_MS
  while ((await readLock(folder))?.pid === lock.pid) {
    if (failure !== undefined) throw failure
    if (Date.now() > deadline) throw new Error(`the server did not stop within ${STOP_WITHIN_MS / 1_000} s`)
    await sleep(STOP_PAUSE_MS)
  }
}

/** Under root, hands over a folder from another container, where our account had another id. Only root wrote its log. */
async function takeOverFolder(folder: string, owner: Owner): Promise<void> {
  const { uid } = await stat(folder)
  if (uid === (owner.ids?.uid ?? process.getuid?.())) return
  const log = await lstat(`${folder}/server.log`).catch(() => undefined)
  if (owner.ids === undefined || log?.uid !== 0)
    throw new Error(`it belongs to another user (uid ${uid}): start the bot as that user`)
  const { ids } = owner
  // Leaves out what belongs to others: the old account could have put it there. The lock keeps servers out meanwhile.
  const give = ['chown', '--recursive', '-H', '--no-dereference', `--from=${uid}`, `${ids.uid}:${ids.gid}`, folder]
  // A stopping server is gone a little later than it says.
  await run('flock', ['--timeout', '10', '--conflict-exit-code', String(HELD), folder, ...give]).catch(error => {
    throw error.code === HELD ? new Error("another user's server is running in it") : error
  })
}

const START_WITHIN_MS = 60_000
const TRIES_ALONE = 3
const PAUSE_MS = 50

const SETTINGS = {
  max_connections: '60',
  log_min_messages: 'warning',
  // Restarting is up to the guard: on a full disk, PostgreSQL's own restart can leave a server that refuses connections forever.
  restart_after_crash: 'off'
}

export type EmbeddedServer = {
  url: string
  /** A moment at which the server had no clients at all; undefined when another process uses it too. */
  aloneAtMs: number | undefined
  stop(): Promise<void>
}

/** A real PostgreSQL that only this user can reach, as a process that outlives a killed bot: the next start finds it in its folder. */
export async function startEmbeddedServer(
  dataDir: string,
  settings: Record<string, string> = {},
  news: ServerNews = { onDown: () => {}, onUp: () => {} },
  isOnPort = process.platform === 'win32'
): Promise<EmbeddedServer> {
  const folder = resolve(dataDir, 'postgres')
  try {
    const userName = ownUserName()
    const owner = await findOwner()
    const programs = await findPrograms(owner)
    await initialiseFolder(folder, programs.initdb, owner, isOnPort)
    if (!isOnPort) await takeOverFolder(folder, owner)
    const endpoint = await (isOnPort ? openLoopbackEndpoint : openSocketEndpoint)(folder, owner, userName)
    const launch = async (failures: number) => {
      const all = { ...SETTINGS, ...(await endpoint.settings(failures)), ...settings }
      return launchServer(folder, programs.postgres, owner, endpoint.access, all)
    }
    await makeRole(await findOrLaunch(endpoint, 'postgres', launch), endpoint.password)
    const url = await findOrLaunch(endpoint, 'followup', launch)
    const guard = guardServer({
      look: () => lookThrough(endpoint, 'followup'),
      async relaunch(signal) {
        await findOrLaunch(endpoint, 'followup', () => launch(0), signal)
      },
      news
    })
    return {
      url,
      aloneAtMs: await momentAlone(url),
      async stop() {
        await guard.stop()
        const isAlone = (await momentAlone(url)) !== undefined
        if (isAlone) await stopServer(folder, owner, programs.pg_ctl)
      }
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `Agent Follow-up cannot start its embedded database in ${folder}: ${lastLine(error)}\n` +
        'Set DATA_DIR to a folder this user can write to, or DATABASE_URL to a PostgreSQL server you run.'
    )
  }
}

export async function findOrLaunch(
  endpoint: Pick<ServerEndpoint, 'url' | 'stranger'>,
  role: Role,
  launch: (failures: number) => Promise<Launched>,
  signal?: AbortSignal
): Promise<string> {
  const deadline = Date.now() + START_WITHIN_MS
  let failures = 0
  let launched: Launched | undefined
  for (;;) {
    const look = await lookThrough(endpoint, role)
    if (look.kind === 'up') return look.url
    if (Date.now() > deadline) throw new Error(`no server answered within ${START_WITHIN_MS / 1_000} s`)
    const ending = await launched?.ending()
    // A server that holds the folder is starting or stopping. Among other failures, only a port just taken is worth a retry.
    if (ending?.kind === 'failed' && ++failures >= TRIES_ALONE) throw ending.error
    if (launched === undefined || ending !== undefined) {
      // A server already launched is waited for even then: a stop that does not find it would leave it running.
      signal?.throwIfAborted()
      launched = await launch(failures)
    }
    await sleep(PAUSE_MS)
  }
}

async function lookThrough(endpoint: Pick<ServerEndpoint, 'url' | 'stranger'>, role: Role) {
  const url = await endpoint.url(role)
  if (url === undefined) return { kind: 'gone' } as const
  const error = await endpoint.stranger()
  const look = await lookAtServer(url)
  return error === undefined || look.kind === 'gone' ? { ...look, url } : ({ kind: 'strange', error } as const)
}

function lastLine(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error && typeof error.stderr === 'string' ? error.stderr : ''
  return stderr.trim().split('\n').at(-1) || errorWords(error)
}
