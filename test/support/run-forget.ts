import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const PROGRAM = fileURLToPath(new URL('../../src/forget.ts', import.meta.url))

/** What `npm run forget -- …` says, with the settings of a database alone. */
export async function runForget(env: Record<string, string>, ...said: string[]): Promise<string> {
  const ran = promisify(execFile)(process.execPath, [PROGRAM, ...said], {
    // Not in the project's folder, so that a developer's own .env is not read.
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...env }
  })
  return ran.then(
    ({ stdout, stderr }) => stdout + stderr,
    ({ stderr }) => `refused: ${stderr}`
  )
}
