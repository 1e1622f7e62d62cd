import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('./guardian.ts', import.meta.url))

/** Cleans up after a sandbox that could not do so itself. In its own process group, so that Ctrl-C does not reach it. */
export function startGuardian(folder: string) {
  const guardian = spawn(process.execPath, [PROGRAM], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  const gone = once(guardian, 'close')
  // It may be gone before the last message reaches it.
  guardian.stdin.on('error', () => {})
  const tell = (botPid: number | null) => void guardian.stdin.write(`${JSON.stringify({ folder, botPid })}\n`)
  tell(null)

  return {
    tell,
    /** Last of all, when nothing is left for it to end. */
    async stop(): Promise<void> {
      guardian.stdin.end()
      await gone
    }
  }
}
