import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const ROOM_IN_MEMORY = 2_000_000_000

/** Where a database's files are made fastest: copying one makes hundreds, 10 ms in memory, 100 ms and more on a disk. */
export async function fastestFolder(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined)
  return memory && memory.bavail * memory.bsize > ROOM_IN_MEMORY ? '/dev/shm' : tmpdir()
}
