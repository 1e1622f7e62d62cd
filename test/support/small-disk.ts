import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type SmallDisk = { folder: string; close(): Promise<void> }

/** A disk of this many megabytes, held in memory. */
export async function openSmallDisk(megabytes: number): Promise<SmallDisk> {
  const place = await mkdtemp(join(tmpdir(), 'agent-followup-disk-'))
  const removePlace = () => rm(place, { recursive: true, force: true })
  try {
    const { folder, close } = await (process.getuid?.() === 0 ? mountHere : mountAside)(place, megabytes)
    return { folder, close: () => close().then(removePlace) }
  } catch (error) {
    await removePlace()
    throw error
  }
}

async function mountHere(place: string, megabytes: number): Promise<SmallDisk> {
  await run('mount', mountOptions(place, megabytes))
  return {
    folder: place,
    async close() {
      await run('umount', ['--lazy', place])
    }
  }
}

/** Anyone may mount in their own namespace; it ends with the process in it, through which others reach the disk. */
async function mountAside(place: string, megabytes: number): Promise<SmallDisk> {
  const script = 'mount "$@" && echo mounted && exec cat'
  const args = ['--user', '--map-root-user', '--mount', 'sh', '-c', script, 'sh', ...mountOptions(place, megabytes)]
  const holder = spawn('unshare', args, { stdio: ['pipe', 'pipe', 'ignore'] })
  const closed = once(holder, 'close')
  await Promise.race([
    once(holder.stdout, 'data'),
    closed.then(() => Promise.reject(new Error('The disk could not be mounted')))
  ])
  return {
    folder: `/proc/${holder.pid}/root${place}`,
    async close() {
      holder.stdin.end()
      await closed
    }
  }
}

const mountOptions = (place: string, megabytes: number) => ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'small', place]

/** Whether this machine lets this user mount such a disk. */
export async function mayOpenSmallDisk(): Promise<boolean> {
  return openSmallDisk(1).then(
    disk => disk.close().then(() => true),
    () => false
  )
}
