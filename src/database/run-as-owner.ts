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

const run = promisify(execFile)

/** Who runs the database's programs: `ids` when that is somebody else, and `prefix` in front of each command. */
export type Owner = { ids?: { uid: number; gid: number }; prefix: string[] }

/** PostgreSQL refuses to run as root: root hands it to another user, who keeps the right to reach this folder's parents. */
export async function findOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const ids = await userIds('postgres').catch(() => userIds('nobody'))
  // Without the last one the right does not hold for access(), by which initdb looks for its own parts.
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup']
  const prefix = ['setpriv', `--reuid=${ids.uid}`, `--regid=${ids.gid}`, '--clear-groups', ...capability]
  return { ids, prefix }
}

async function userIds(name: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all([
    run('id', ['-u', name], { env: environment }),
    run('id', ['-g', name], { env: environment })
  ])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

export async function runAsOwner({ prefix }: Owner, command: string, args: string[]): Promise<void> {
  const [file = command, ...rest] = [...prefix, command, ...args]
  await run(file, rest, { timeout: WITHIN_MS, cwd: '/', env: environment })
}
