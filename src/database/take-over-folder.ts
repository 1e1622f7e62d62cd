import { lstat, stat } from 'node:fs/promises'
import { type Owner, run } from './run-as-owner.ts'
import { HELD } from './server-lock.ts'

/**
 * Under root, hands over a folder from another container, where our account had another id. If root did not write its log, the
 * folder is somebody else's and is left alone.
 */
export async function takeOverFolder(folder: string, owner: Owner): Promise<void> {
  const { uid } = await stat(folder)
  if (uid === (owner.ids?.uid ?? process.getuid?.())) return
  const log = await lstat(`${folder}/server.log`).catch(() => undefined)
  if (owner.ids === undefined || log?.uid !== 0)
    throw new Error(`it belongs to another user (uid ${uid}): start the bot as that user`)
  const { ids } = owner
  // Leaves out what belongs to others: the old account could have put it there. The lock keeps servers out meanwhile.
  const give = ['chown', '--recursive', '-H', '--no-dereference', `--from=${uid}`, `${ids.uid}:${ids.gid}`, folder]
  // A stopping server is gone a little later than it says.
  await run('flock', ['--timeout', '10', '--conflict-exit-code', String(HELD), folder, ...give]).catch(error => {
    throw error.code === HELD ? new Error("another user's server is running in it") : error
  })
}
