import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { accountIds } from '../../src/database/server/programs.ts'

const run = promisify(execFile)

/** Runs one of the tests' programs as another user, and returns its output. Only root may. */
export async function runAs(ids: { uid: number; gid: number }, cwd: string, ...args: string[]): Promise<string> {
  return (await run(process.execPath, args, { ...ids, cwd, env: { PATH: process.env.PATH } })).stdout
}

/** An ordinary user that every machine has, if this one lets us run programs as that user. */
export async function findOrdinaryUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const ids = await accountIds('nobody')
  const program = new URL('./other-users.ts', import.meta.url).pathname
  return (
    ids &&
    runAs(ids, '/', program).then(
      () => ids,
      () => undefined
    )
  )
}
