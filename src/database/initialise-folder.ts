import { randomBytes } from 'node:crypto'
import { chown, lstat, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Owner, placeOf, runAsOwner } from './run-as-owner.ts'

/** Builds the folder beside its place and renames it, so that a crash or a second start never leaves half a database. */
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

/** The password that was created with the folder, if there is one. */
export const readPassword = (folder: string) => readFile(`${folder}/bot-password`, 'utf8').catch(() => undefined)
