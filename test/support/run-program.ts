import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const SRC = new URL('../../src/', import.meta.url)

/** What `npm run forget -- …` or `npm run audit -- …` says, with the settings of a database alone. */
export async function runProgram(
  name: 'forget' | 'audit',
  env: Record<string, string>,
  ...said: string[]
): Promise<string> {
  const ran = promisify(execFile)(process.execPath, [fileURLToPath(new URL(`${name}.ts`, SRC)), ...said], {
    // Not in the project's folder, so that a developer's own .env is not read.
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...env }
  })
  return ran.then(
    ({ stdout, stderr }) => stdout + stderr,
    ({ stderr }) => `refused: ${stderr}`
  )
}
