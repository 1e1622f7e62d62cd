import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const ward = z.object({ folder: z.string(), botPid: z.number().nullable() })

/**
 * A separate process, at the other end of a pipe from the sandbox. When the sandbox dies without cleaning up, as after a
 * SIGKILL, it ends what would be left behind: the bot, the database server, the folder.
 */
async function main(): Promise<void> {
  let last: z.output<typeof ward> | undefined
  for await (const line of createInterface({ input: process.stdin })) last = ward.parse(JSON.parse(line))
  if (last === undefined) return
  if (last.botPid !== null) end(last.botPid, 'SIGKILL')
  const lock = await readFile(`${last.folder}/postgres/postmaster.pid`, 'utf8').catch(() => '')
  if (/^\d+\n/.test(lock)) end(Number.parseInt(lock, 10), 'SIGQUIT')
  await rm(last.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

/** At once: nothing here is worth a graceful shutdown. On SIGQUIT, PostgreSQL takes its helper processes with it. */
function end(pid: number, signal: 'SIGKILL' | 'SIGQUIT'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has already ended, which is all we want.
  }
}

const PROGRAM = fileURLToPath(import.meta.url)

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

if (import.meta.main) await main()
