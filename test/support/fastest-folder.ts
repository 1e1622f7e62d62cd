import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const ROOM_IN_MEMORY = 2_000_000_000

/** Where a database's files are created fastest: copying one creates hundreds, in 10 ms in memory or 100 ms and more on disk. */
export async function fastestFolder(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined)
  return memory && memory.bavail * memory.bsize > ROOM_IN_MEMORY ? '/dev/shm' : tmpdir()
}
