import { execFile } from 'node:child_process'
import { userInfo } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { errorWords, StartError } from '../../errors.ts'

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

export type Owner = { ids?: Ids }

/** Started in a folder, it can work there even if it may not enter those above, as long as it calls it by `placeOf`. */
export async function runAsOwner({ ids }: Owner, command: string, args: string[], cwd = '/'): Promise<void> {
  await run(command, args, { timeout: WITHIN_MS, cwd, env: environment, ...ids })
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
  '--shell=/usr/sbin/nologin'
]
const TRIES = 5
const PAUSE_MS = 200

/** PostgreSQL refuses to run as root, so root runs it under an account used for nothing else, creating it if need be. */
export async function findOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {}
  for (let tries = 1; ; tries++) {
    const ids = await accountIds(ACCOUNT)
    if (ids) return { ids }
    try {
      await run('useradd', [...MAKE_ACCOUNT, ACCOUNT], { env: environment })
    } catch (error) {
      if (tries < TRIES) await sleep(PAUSE_MS)
      else throw new StartError(`${WHY}: ${errorWords(error)}\n${ADVICE}`)
    }
  }
}

const WHY = `When root starts the bot, the embedded database runs as the system account ${ACCOUNT}, which could not be created`
const ADVICE =
  `Create it with \`useradd ${MAKE_ACCOUNT.join(' ')} ${ACCOUNT}\`, start the bot as an ordinary user, ` +
  'or set DATABASE_URL to a PostgreSQL server you run.'

export async function accountIds(name: string): Promise<{ uid: number; gid: number } | undefined> {
  const id = (flag: string) => run('id', [flag, name], { env: environment })
  return Promise.all([id('-u'), id('-g')]).then(
    ([uid, gid]) => ({ uid: Number(uid.stdout), gid: Number(gid.stdout) }),
    () => undefined
  )
}

export function ownUserName(): string {
  try {
    return userInfo().username
  } catch {
    throw new StartError(
      `Agent Follow-up cannot start its embedded database: the user it runs as (uid ${process.getuid?.()}) has no name on this machine, ` +
        'and PostgreSQL needs one.\n' +
        'Add the user to /etc/passwd, run the bot as a user that has a name, or set DATABASE_URL to a PostgreSQL server you run.'
    )
  }
}
