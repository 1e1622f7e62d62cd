import { readFile, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
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

await main()
