import { readFile } from 'node:fs/promises'

/** The exit code of `flock` when someone else holds the lock: no other program uses it. */
export const HELD = 75

export type ServerLock = {
  pid: number
  port: number
  /** True when the server listens on a port. */
  isOnPort: boolean
}

/** What the server wrote into its folder and leaves behind when killed. Undefined when there is nothing, or only part of it. */
export async function readLock(folder: string): Promise<ServerLock | undefined> {
  const text = await readFile(`${folder}/postmaster.pid`, 'utf8').catch(() => '')
  const [pid = '', , , port = '', , listen] = text.split('\n')
  if (!/^\d+$/.test(pid) || !/^\d+$/.test(port) || listen === undefined) return undefined
  return { pid: Number(pid), port: Number(port), isOnPort: listen !== '' }
}
