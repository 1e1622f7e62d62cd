import { lstat, stat } from 'node:fs/promises'
import { lookAtServer } from './find-server.ts'
import { readPassword } from './initialise-folder.ts'
import { type Owner, run } from './run-as-owner.ts'
import { HELD, readLock } from './server-lock.ts'
import { stopServer } from './stop-server.ts'

/**
 * Takes over a folder from an earlier version. Its server listens on a port and is stopped; under root it ran as an account that
 * others use too, and the folder is handed to ours. So is one from another container, where our account had another id. If root
 * did not write its log, the folder is somebody else's and is left alone.
 */
export async function takeOverFolder(folder: string, owner: Owner, pgCtl: string): Promise<void> {
  const { uid, gid } = await stat(folder)
  const isOurs = uid === (owner.ids?.uid ?? process.getuid?.())
  const log = await lstat(`${folder}/server.log`).catch(() => undefined)
  if (!isOurs && (owner.ids === undefined || log?.uid !== 0)) {
    throw new Error(`it belongs to another user (uid ${uid}): start the bot as that user`)
  }
  if (await isServedOnPort(folder)) await stopServer(folder, owner.ids ? { ids: { uid, gid } } : {}, pgCtl)
  if (owner.ids && !isOurs) await handOver(folder, uid, owner.ids)
}

async function isServedOnPort(folder: string): Promise<boolean> {
  const [lock, password] = [await readLock(folder), await readPassword(folder)]
  if (!lock?.isOnPort || password === undefined) return false
  const url = `postgres://postgres:${password}@127.0.0.1:${lock.port}/postgres?require_auth=scram-sha-256`
  return (await lookAtServer(url)).kind === 'up'
}

/** Leaves out what belongs to others: the old account could have put it there. The lock keeps servers out meanwhile. */
async function handOver(folder: string, from: number, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  const give = ['chown', '--recursive', '-H', '--no-dereference', `--from=${from}`, `${uid}:${gid}`, folder]
  // A stopping server is gone a little later than it says.
  await run('flock', ['--timeout', '10', '--conflict-exit-code', String(HELD), folder, ...give]).catch(error => {
    throw error.code === HELD ? new Error("another user's server is running in it") : error
  })
}
