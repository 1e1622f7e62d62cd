import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

// The server outlives this process as another user. Our environment holds keys: pass on only what is needed to find programs.
const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']

export const environment = {
  ...Object.fromEntries(PASSED_ON.map(name => [name, process.env[name]])),
  LC_ALL: 'C',
  TZ: 'UTC'
}

const WITHIN_MS = 60_000

export const run = promisify(execFile)

type Ids = { uid: number; gid: number }

/** The account that runs the database's programs; `ids` when it is a dedicated one. */
export type Owner = { ids?: Ids }

/**
 * Runs a program with only the owner's rights. Started in a folder, it can work there even if it may not enter the folders above,
 * as long as it calls that folder by `placeOf`.
 */
export async function runAsOwner({ ids }: Owner, command: string, args: string[], cwd = '/'): Promise<void> {
  await run(command, args, { timeout: WITHIN_MS, cwd, env: environment, ...ids })
}

/** The path by which a program of the owner refers to the folder it was started in. */
export const placeOf = (folder: string, { ids }: Owner) =>
  ids && process.platform === 'linux' ? '/proc/self/cwd' : folder
