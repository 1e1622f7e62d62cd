import { execFile, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { BOT_PROGRAM } from './bot-program.ts'
import { COMPILED_ONCE } from './compiled-once.ts'
import { eventually } from './eventually.ts'
import type { Finished } from './test-database.ts'

const LAST_LINES = 30

export type Exit = { code: number | null; signal: NodeJS.Signals | null; afterMs: number }

export type SpawnedBot = {
  pid: number
  /** Everything written so far, both streams. */
  output(): string
  exited: Promise<Exit>
  hasEnded(): boolean
  kill(signal: NodeJS.Signals): void
  /** The status of a path on the bot's own server; undefined while nothing listens. */
  probe(path: '/healthz' | '/readyz'): Promise<number | undefined>
  waitUntilReady(): Promise<void>
}

export type SpawnOptions = {
  finished?: Finished
  entry?: string
  /** What the process loads before anything else. */
  first?: string
  /** What starts it, in place of this Node. */
  command?: string[]
  /** A program that starts that. */
  through?: string[]
}

/** A bot as an operator runs it: a separate process that inherits only the PATH. */
export function spawnBot(
  env: Record<string, string>,
  {
    finished = onTestFinished,
    entry = BOT_PROGRAM,
    first,
    command = commandOf(entry, first),
    through = []
  }: SpawnOptions = {}
): SpawnedBot {
  // Before the start: while everything is being ended, this throws, and nothing is started that nobody would end.
  finished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  // Not in the project's folder, so that a developer's own .env is not read.
  const [program = '', ...args] = [...through, ...command]
  const child = spawn(program, args, {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...COMPILED_ONCE, ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const startedAt = performance.now()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', text => {
      output += text
    })
  }
  const exited = new Promise<Exit>((done, failed) => {
    child.once('error', failed)
    child.once('close', (code, signal) => done({ code, signal, afterMs: performance.now() - startedAt }))
  })
  async function probe(path: string): Promise<number | undefined> {
    const { status } = await fetch(`http://127.0.0.1:${env.PORT}${path}`).catch(() => ({ status: undefined }))
    return status
  }

  return {
    pid: child.pid ?? 0,
    output: () => output,
    exited,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    kill: signal => void child.kill(signal),
    probe,
    async waitUntilReady() {
      const look = async () => child.exitCode !== null || (await probe('/readyz')) === 200
      const lastWords = () => output.trimEnd().split('\n').slice(-LAST_LINES).join('\n')
      await eventually(look, 'the bot to be ready', { describe: () => `It wrote last:\n${lastWords()}` })
      if (child.exitCode !== null) throw new Error(`The bot ended with ${child.exitCode}:\n${lastWords()}`)
    }
  }
}

const commandOf = (entry: string, first?: string) => [process.execPath, ...(first ? ['--import', first] : []), entry]

/** The process id of the embedded database server under `dataDir`. */
export async function databasePid(dataDir: string): Promise<number | undefined> {
  const lock = await readFile(`${dataDir}/postgres/postmaster.pid`, 'utf8').catch(() => '')
  return Number(lock.split('\n')[0]) || undefined
}

/** A process that has ended counts as gone, even before its parent has reaped it. */
export async function isAlive(pid: number): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}

/** Ends the embedded database server that a killed bot left running under `dataDir`. */
export async function endDatabase(dataDir: string): Promise<void> {
  const pid = await databasePid(dataDir)
  if (pid === undefined || !(await isAlive(pid))) return
  process.kill(pid, 'SIGQUIT')
  await eventually(async () => !(await isAlive(pid)), 'the embedded database to end')
}
