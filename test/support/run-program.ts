import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { programOf } from './bot-program.ts'
import { COMPILED_ONCE } from './compiled-once.ts'

/** What `npm run forget -- …` or `npm run audit -- …` says, with the settings of a database alone. */
export async function runProgram(
  name: 'forget' | 'audit',
  env: Record<string, string>,
  ...said: string[]
): Promise<string> {
  const ran = promisify(execFile)(process.execPath, [programOf(name), ...said], {
    // Not in the project's folder, so that a developer's own .env is not read.
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...COMPILED_ONCE, ...env }
  })
  return ran.then(
    ({ stdout, stderr }) => stdout + stderr,
    ({ stderr }) => `refused: ${stderr}`
  )
}
