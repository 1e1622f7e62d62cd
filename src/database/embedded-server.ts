import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorWords, StartError } from '../errors.ts'
import { findOwner, ownUserName } from './find-owner.ts'
import { findPrograms } from './find-programs.ts'
import { lookAtServer, momentAlone } from './find-server.ts'
import { guardServer, type ServerNews } from './guard-server.ts'
import { initialiseFolder } from './initialise-folder.ts'
import { type Launched, launchServer } from './launch-server.ts'
import { makeRole } from './make-role.ts'
import { type Door, openLoopbackDoor, openSocketDoor, type Role } from './server-door.ts'
import { stopServer } from './stop-server.ts'
import { takeOverFolder } from './take-over-folder.ts'

const START_WITHIN_MS = 60_000
const TRIES_ALONE = 3
const PAUSE_MS = 50

const SETTINGS = {
  max_connections: '60',
  log_min_messages: 'warning',
  // Starting again is up to the guard: on a full disk, PostgreSQL's own attempt can end in a server that lets nobody in for ever.
  restart_after_crash: 'off'
}

export type EmbeddedServer = {
  url: string
  /** A moment at which the server had no client at all; undefined when another process uses it as well. */
  aloneAtMs: number | undefined
  /** True while it does not come back, or something else is in its place. */
  isDown(): boolean
  /** Stops the server, unless another process still uses it. */
  stop(): Promise<void>
}

/**
 * A real PostgreSQL under `dataDir` that nobody but this very user reaches. It is a process of its own that outlives a killed
 * bot: the next start finds it in its folder and uses it. Two servers on one folder are impossible (its lock forbids it).
 * `news` is told when a server which has died could not be started again, or something else is in its place, and when that is over.
 */
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
    if (!isOnPort) await takeOverFolder(folder, owner, programs.pg_ctl)
    const door = await (isOnPort ? openLoopbackDoor : openSocketDoor)(folder, owner, userName)
    const launch = async (failures: number) => {
      const all = { ...SETTINGS, ...(await door.settings(failures)), ...settings }
      return launchServer(folder, programs.postgres, owner, door.access, all)
    }
    await makeRole(await findOrLaunch(door, 'postgres', launch), door.password)
    if (!isOnPort) await rm(`${folder}/bot-password`, { force: true })
    const url = await findOrLaunch(door, 'followup', launch)
    const guard = guardServer({
      look: () => lookThrough(door, 'followup'),
      async relaunch(signal) {
        await findOrLaunch(door, 'followup', () => launch(0), signal)
      },
      news
    })
    return {
      url,
      aloneAtMs: await momentAlone(url),
      isDown: guard.isDown,
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

/** The address of the folder's server, which is launched when there is none and whenever it ends before it answers. */
export async function findOrLaunch(
  door: Pick<Door, 'url' | 'stranger'>,
  role: Role,
  launch: (failures: number) => Promise<Launched>,
  signal?: AbortSignal
): Promise<string> {
  const deadline = Date.now() + START_WITHIN_MS
  let failures = 0
  let launched: Launched | undefined
  for (;;) {
    const look = await lookThrough(door, role)
    if (look.kind === 'up') return look.url
    if (Date.now() > deadline) throw new Error(`no server answered within ${START_WITHIN_MS / 1_000} s`)
    const ending = await launched?.ending()
    // Who holds the folder is starting or ending. Otherwise only a port that was just taken is worth another try.
    if (ending?.kind === 'failed' && ++failures >= TRIES_ALONE) throw ending.error
    if (launched === undefined || ending !== undefined) {
      // One that is under way is waited for all the same: it would be left running by a stop that does not find it.
      signal?.throwIfAborted()
      launched = await launch(failures)
    }
    await sleep(PAUSE_MS)
  }
}

async function lookThrough(door: Pick<Door, 'url' | 'stranger'>, role: Role) {
  const url = await door.url(role)
  if (url === undefined) return { kind: 'gone' } as const
  const error = await door.stranger()
  const look = await lookAtServer(url)
  // What a dead one has left behind is in nobody's way.
  return error === undefined || look.kind === 'gone' ? { ...look, url } : ({ kind: 'strange', error } as const)
}

function lastLine(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error && typeof error.stderr === 'string' ? error.stderr : ''
  return stderr.trim().split('\n').at(-1) || errorWords(error)
}
