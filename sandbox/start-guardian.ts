import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('./guardian.ts', import.meta.url))

/** Cleans up after a sandbox that could not do it itself. In a group of its own: a Ctrl-C is not for it. */
export function startGuardian(folder: string) {
  const guardian = spawn(process.execPath, [PROGRAM], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  const gone = once(guardian, 'close')
  // It may be gone before it hears the last word.
  guardian.stdin.on('error', () => {})
  const tell = (botPid: number | null) => void guardian.stdin.write(`${JSON.stringify({ folder, botPid })}\n`)
  tell(null)

  return {
    tell,
    /** Last of all, when there is nothing left for it to end. */
    async stop(): Promise<void> {
      guardian.stdin.end()
      await gone
    }
  }
}
