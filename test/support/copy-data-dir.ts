import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** With its owners: creating such a folder takes ten times as long as copying it. */
export async function copyDataDir(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-Rp', `${from}/postgres`, `${to}/postgres`])
}
