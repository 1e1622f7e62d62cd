import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { constants, open, readFile, rename, rm } from 'node:fs/promises'
import { HELD, readLock } from './find-server.ts'
import { environment, type Owner, placeOf } from './owner.ts'
import type { ServerEndpoint } from './server-endpoint.ts'

/** How a launched server ended; `held` when another server has the folder. */
export type Ending = { kind: 'held' } | { kind: 'failed'; error: Error }

export type Launched = {
  /** Undefined while it runs. */
  ending(): Promise<Ending | undefined>
}

// But not the messages that keep its clients waiting.
const WHY = /(FATAL|PANIC): +(?!the database system is)/
const SAID_TO_BE_HELD = /lock file .* already exists|shared memory block .* still in use/

// When we run as root, a process of the server's account could have planted a link where we write a file.
const TO_LOG = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW

/**
 * Starts PostgreSQL in a session of its own, so that neither a killed bot nor Ctrl-C takes it down. On Linux the kernel reserves
 * the folder for one server: every process of the server inherits the lock, which is gone with the last of them.
 */
export async function launchServer(
  folder: string,
  postgres: string,
  owner: Owner,
  access: ServerEndpoint['access'],
  settings: Record<string, string>
): Promise<Launched> {
  for (const [name, text] of Object.entries(access)) await writeAnew(`${folder}/${name}`, text)
  // The last setting tells people whose server this is when its path does not.
  const named = { ...settings, 'agent_followup.folder': folder }
  const flags = Object.entries(named).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { prefix, env } = process.platform === 'linux' ? await keepForOne(folder) : { prefix: [], env: {} }
  const [file = postgres, ...args] = [...prefix, postgres, '-D', placeOf(folder, owner), ...flags]
  await using log = await open(`${folder}/server.log`, TO_LOG, 0o600)
  const { size } = await log.stat()
  const server = spawn(file, args, {
    cwd: folder,
    env: { ...environment, ...env },
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    windowsHide: true,
    ...owner.ids
  })
  let notStarted: Error | undefined
  server.once('error', error => {
    notStarted = error
  })
  server.unref()

  return {
    async ending() {
      if (notStarted) return { kind: 'failed', error: notStarted }
      if (server.exitCode === null && server.signalCode === null) return undefined
      const written = (await readFile(`${folder}/server.log`)).subarray(size).toString()
      if (server.exitCode === HELD || SAID_TO_BE_HELD.test(written)) return { kind: 'held' }
      const how = `PostgreSQL ended with ${server.signalCode ?? server.exitCode}`
      return { kind: 'failed', error: new Error(lastWords(written) || how) }
    }
  }
}

/**
 * Keeps PostgreSQL from waiting for a dead server. It trusts a lock file as long as a process with that id exists: the dead
 * server itself, if nobody has reaped it, or a process that got the id after a reboot. The new server holds the folder's lock, so
 * it is told that that process is no server. It still refuses to start while the old shared memory is in use.
 */
async function keepForOne(folder: string): Promise<{ prefix: string[]; env: Record<string, string> }> {
  const pid = (await readLock(folder))?.pid ?? ''
  const prefix = ['flock', '--nonblock', '--conflict-exit-code', String(HELD), '--no-fork', '.']
  return { prefix, env: { PG_GRANDPARENT_PID: String(pid) } }
}

/** Writes the file whole or not at all, and only when it is not there yet: a full disk must not keep a server from starting. */
async function writeAnew(path: string, text: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return
  const draft = `${path}.${randomUUID()}`
  try {
    {
      await using file = await open(draft, 'wx')
      // Only the server can enter the folder, and it has to read this file.
      await file.chmod(0o644)
      await file.writeFile(text)
    }
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

/** The line that says why: a server that gives up still logs afterwards that it is shut down. */
function lastWords(written: string): string {
  const lines = written.trim().split('\n')
  return lines.findLast(line => WHY.test(line)) ?? lines.at(-1) ?? ''
}
