import { randomBytes } from 'node:crypto'
import { chown, lstat, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Owner, placeOf, run, runAsOwner } from './run-as-owner.ts'

/** Built beside its place and renamed into it, so that a crash or a second starter never leaves half a database. */
export async function initialiseFolder(
  folder: string,
  initdb: string,
  owner: Owner,
  withPassword: boolean
): Promise<void> {
  if (await isInitialised(folder)) return
  await mkdir(dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}.new-`)
  const passwordFile = `${draft}.password`
  try {
    const login = withPassword ? ['--auth=scram-sha-256', `--pwfile=${passwordFile}`] : ['--auth=reject']
    if (withPassword) await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
    if (owner.ids) await chown(draft, owner.ids.uid, owner.ids.gid)
    if (owner.ids && withPassword) await chown(passwordFile, owner.ids.uid, owner.ids.gid)
    const kind = ['--username=postgres', '--encoding=UTF8', '--locale=C']
    await runAsOwner(owner, initdb, [`--pgdata=${placeOf(draft, owner)}`, ...kind, ...login], draft)
    if (withPassword) await rename(passwordFile, `${draft}/bot-password`)
    await rename(draft, folder)
  } catch (error) {
    if (!(await isInitialised(folder))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
    await rm(passwordFile, { force: true })
  }
}

const isInitialised = (folder: string) =>
  lstat(`${folder}/PG_VERSION`).then(
    () => true,
    () => false
  )

/** The password that came with the folder, if it came with one. */
export const readPassword = (folder: string) => readFile(`${folder}/bot-password`, 'utf8').catch(() => undefined)

const HELD = 75

/**
 * Under root, a folder whose server ran as another account is given to the one of now: an earlier version took one that others use
 * too, and in another container ours may have another number. Root wrote its log, or it is somebody else's. What lies in it and
 * belongs to others stays theirs: the old account could have put it there. The lock keeps servers out meanwhile.
 */
export async function handOverFolder(folder: string, { ids }: Owner): Promise<void> {
  if (ids === undefined) return
  const { uid } = await lstat(folder)
  if (uid === ids.uid) return
  const log = await lstat(`${folder}/server.log`).catch(() => undefined)
  if (log?.uid !== 0) {
    throw new Error(`it belongs to another user (uid ${uid}): start the bot as that user`)
  }
  const give = ['chown', '--recursive', '--no-dereference', `--from=${uid}`, `${ids.uid}:${ids.gid}`, folder]
  // A server that stops is gone a little later than it says.
  await run('flock', ['--timeout', '10', '--conflict-exit-code', String(HELD), folder, ...give]).catch(error => {
    throw error.code === HELD ? new Error('a server of another user runs in it') : error
  })
}
