import { spawn } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { environment, type Owner } from './run-as-owner.ts'

/** How a server that was launched came to its end; `held` when the folder is in the hands of another one. */
export type Ending = { kind: 'held' } | { kind: 'failed'; error: Error }

export type Launched = {
  /** Undefined as long as it runs. */
  ending(): Promise<Ending | undefined>
}

const HELD = 75
// Not the words with which it keeps its clients waiting.
const WHY = /(FATAL|PANIC): +(?!the database system is)/
const SAID_TO_BE_HELD = /lock file .* already exists|shared memory block .* still in use/

/**
 * Starts PostgreSQL in a session of its own, so that neither a killed bot nor Ctrl-C takes it along. On Linux the kernel keeps
 * the folder for one server: its lock passes to every process of the server and is gone with the last of them.
 */
export async function launchServer(
  folder: string,
  postgres: string,
  owner: Owner,
  settings: Record<string, string>
): Promise<Launched> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { prefix, env } = process.platform === 'linux' ? await keepForOne(folder) : { prefix: [], env: {} }
  const [file = postgres, ...args] = [...owner.prefix, ...prefix, postgres, '-D', folder, ...flags]
  await using log = await open(`${folder}/server.log`, 'a', 0o600)
  const { size } = await log.stat()
  const server = spawn(file, args, {
    cwd: '/',
    env: { ...environment, ...env },
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    windowsHide: true
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
  const [pid = ''] = (await readFile(`${folder}/postmaster.pid`, 'utf8').catch(() => '')).split('\n')
  const prefix = ['flock', '--nonblock', '--conflict-exit-code', String(HELD), '--no-fork', folder]
  return { prefix, env: { PG_GRANDPARENT_PID: pid } }
}

/** The line that says why; a server that gives up goes on to say that it is shut down. */
function lastWords(written: string): string {
  const lines = written.trim().split('\n')
  return lines.findLast(line => WHY.test(line)) ?? lines.at(-1) ?? ''
}
