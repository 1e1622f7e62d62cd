import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

// The server outlives this process, as another user: it gets nothing of an environment that holds keys but what finds programs.
const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']

export const environment = {
  ...Object.fromEntries(PASSED_ON.map(name => [name, process.env[name]])),
  LC_ALL: 'C',
  TZ: 'UTC'
}

const WITHIN_MS = 60_000

export const run = promisify(execFile)

type Ids = { uid: number; gid: number }

/** Who runs the database's programs; `ids` when that is an account of its own. */
export type Owner = { ids?: Ids }

/**
 * Runs a program with no more rights than the owner has. Started in a folder, it can work there also when it may not enter the
 * folders above: it names that one by `placeOf`.
 */
export async function runAsOwner({ ids }: Owner, command: string, args: string[], cwd = '/'): Promise<void> {
  await run(command, args, { timeout: WITHIN_MS, cwd, env: environment, ...ids })
}

/** The name of a folder for a program of the owner that was started in it. */
export const placeOf = (folder: string, { ids }: Owner) =>
  ids && process.platform === 'linux' ? '/proc/self/cwd' : folder
