import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { constants, open, readFile, rename, rm } from 'node:fs/promises'
import { environment, type Owner, placeOf } from './run-as-owner.ts'
import type { Door } from './server-door.ts'
import { HELD, readLock } from './server-lock.ts'

/** How a server that was launched came to its end; `held` when the folder is in the hands of another one. */
export type Ending = { kind: 'held' } | { kind: 'failed'; error: Error }

export type Launched = {
  /** Undefined as long as it runs. */
  ending(): Promise<Ending | undefined>
}

// Not the words with which it keeps its clients waiting.
const WHY = /(FATAL|PANIC): +(?!the database system is)/
const SAID_TO_BE_HELD = /lock file .* already exists|shared memory block .* still in use/

// Under root, whoever has the account could have put a link in the place of a file that we write.
const TO_LOG = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW

/**
 * Starts PostgreSQL in a session of its own, so that neither a killed bot nor Ctrl-C takes it along. On Linux the kernel keeps
 * the folder for one server: its lock passes to every process of the server and is gone with the last of them.
 */
export async function launchServer(
  folder: string,
  postgres: string,
  owner: Owner,
  access: Door['access'],
  settings: Record<string, string>
): Promise<Launched> {
  for (const [name, text] of Object.entries(access)) await writeAnew(`${folder}/${name}`, text)
  // The last one tells people whose server this is, where its place does not.
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
 * What makes PostgreSQL wait for no other server than one that lives. It believes a lock file as long as there is a process of
 * that number: the dead server itself, if nobody takes notice of its end, or whoever got the number after a reboot. Who has the
 * folder knows better, and names that process as one that is no server. Shared memory still in use is refused all the same.
 */
async function keepForOne(folder: string): Promise<{ prefix: string[]; env: Record<string, string> }> {
  const pid = (await readLock(folder))?.pid ?? ''
  const prefix = ['flock', '--nonblock', '--conflict-exit-code', String(HELD), '--no-fork', '.']
  return { prefix, env: { PG_GRANDPARENT_PID: String(pid) } }
}

/** Whole or not at all, and only when it is not there yet: a full disk must not keep a server from starting. */
async function writeAnew(path: string, text: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return
  const draft = `${path}.${randomUUID()}`
  try {
    {
      await using file = await open(draft, 'wx')
      // The folder lets in nobody but the server, which has to read this.
      await file.chmod(0o644)
      await file.writeFile(text)
    }
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

/** The line that says why; a server that gives up goes on to say that it is shut down. */
function lastWords(written: string): string {
  const lines = written.trim().split('\n')
  return lines.findLast(line => WHY.test(line)) ?? lines.at(-1) ?? ''
}
