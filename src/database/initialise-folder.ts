import { randomBytes } from 'node:crypto'
import { chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Owner, runAsOwner } from './run-as-owner.ts'

/** Built beside its place and renamed into it, so that a crash or a second starter never leaves half a database. */
export async function initialiseFolder(folder: string, initdb: string, owner: Owner): Promise<void> {
  if ((await readPassword(folder)) !== undefined) return
  const password = randomBytes(24).toString('hex')
  await mkdir(dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}.new-`)
  const passwordFile = `${draft}.password`
  try {
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (owner.ids) {
      await chown(draft, owner.ids.uid, owner.ids.gid)
      await chown(passwordFile, owner.ids.uid, owner.ids.gid)
    }
    const login = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    await runAsOwner(owner, initdb, [`--pgdata=${draft}`, '--encoding=UTF8', '--locale=C', ...login])
    await rename(passwordFile, `${draft}/bot-password`)
    await rename(draft, folder)
  } catch (error) {
    if ((await readPassword(folder)) === undefined) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
    await rm(passwordFile, { force: true })
  }
}

/** The password that came with the folder; undefined while there is no database in it. */
export const readPassword = (folder: string) => readFile(`${folder}/bot-password`, 'utf8').catch(() => undefined)
