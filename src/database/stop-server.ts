import { setTimeout as sleep } from 'node:timers/promises'
import { type Owner, runAsOwner } from './run-as-owner.ts'
import { readLock } from './server-lock.ts'

const STOP_WITHIN_MS = 60_000
const PAUSE_MS = 20

/** Stops the server seen in a folder, with its owner's rights: a process id that the owner forged can end nothing else. */
export async function stopServer(folder: string, owner: Owner, pgCtl: string): Promise<void> {
  const lock = await readLock(folder)
  // When two bots stop at once, both find themselves alone, and one of them comes too late.
  if (lock === undefined) return
  const [command, ...args] =
    process.platform === 'win32'
      ? ([pgCtl, 'stop', '-w', '-m', 'fast', '-D', folder] as const)
      : (['sh', '-c', 'kill -INT "$1"', 'sh', String(lock.pid)] as const)
  const failure = await runAsOwner(owner, command, args).then(
    () => undefined,
    (error: unknown) => error
  )
  const deadline = Date.now() + STOP_WITHIN_MS
  while ((await readLock(folder))?.pid === lock.pid) {
    if (failure !== undefined) throw failure
    if (Date.now() > deadline) throw new Error(`the server did not stop within ${STOP_WITHIN_MS / 1_000} s`)
    await sleep(PAUSE_MS)
  }
}
