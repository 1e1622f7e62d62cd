import { readFile } from 'node:fs/promises'

/** What `flock` is told to exit with when somebody else holds the lock: no other program does. */
export const HELD = 75

export type ServerLock = {
  pid: number
  port: number
  /** True where the server listens on a port. */
  isOnPort: boolean
}

/** What the server wrote into its folder, and leaves behind when it is killed. Undefined when there is nothing, or only a part of it. */
export async function readLock(folder: string): Promise<ServerLock | undefined> {
  const text = await readFile(`${folder}/postmaster.pid`, 'utf8').catch(() => '')
  const [pid = '', , , port = '', , listen] = text.split('\n')
  if (!/^\d+$/.test(pid) || !/^\d+$/.test(port) || listen === undefined) return undefined
  return { pid: Number(pid), port: Number(port), isOnPort: listen !== '' }
}
