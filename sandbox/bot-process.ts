import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

type BotState = 'starting' | 'running' | 'stopping' | 'killed' | 'stopped' | 'ended by itself'

export type BotStatus = {
  state: BotState
  pid: number | null
  sinceMs: number
  starts: number
  /** The last lines it wrote. */
  lines: string[]
}

export type BotProcessOptions = {
  env: Record<string, string>
  /** Outside the project's folder, so that a person's own .env is not read. */
  cwd: string
  program?: string
  isConnected: () => boolean
  onChange: () => void
}

export type BotProcess = ReturnType<typeof createBotProcess>

const PROGRAM = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const LINES_KEPT = 200
const STOP_WITHIN_MS = 10_000

/** The real bot as a separate process, which can be killed like any other. */
export function createBotProcess({ env, cwd, program = PROGRAM, isConnected, onChange }: BotProcessOptions) {
  const lines: string[] = []
  let running: { child: ChildProcess; gone: Promise<void> } | undefined
  let ending: 'stopping' | 'killed' | undefined
  let ended: BotState = 'stopped'
  let sinceMs = Date.now()
  let starts = 0

  function write(chunk: string): void {
    lines.push(...chunk.split('\n').filter(line => line !== ''))
    lines.splice(0, lines.length - LINES_KEPT)
    onChange()
  }

  function start(): void {
    if (running) throw new Error('The bot is already running')
    const child = spawn(process.execPath, [program], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', write)
    const gone = new Promise<void>(done => {
      child.once('error', error => write(`The bot could not be started: ${error.message}`))
      child.once('close', () => {
        ended = ending === 'killed' ? 'killed' : ending === 'stopping' ? 'stopped' : 'ended by itself'
        running = undefined
        changeState()
        done()
      })
    })
    running = { child, gone }
    ending = undefined
    starts += 1
    changeState()
  }

  function changeState(): void {
    sinceMs = Date.now()
    onChange()
  }

  /** Like a power cut: no goodbye, nothing finished. */
  async function kill(): Promise<void> {
    if (!running) throw new Error('The bot is not running')
    ending = 'killed'
    running.child.kill('SIGKILL')
    await running.gone
  }

  async function stop(): Promise<void> {
    if (!running) return
    const { child, gone } = running
    ending = 'stopping'
    changeState()
    child.kill('SIGTERM')
    const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
    await gone
    clearTimeout(impatience)
  }

  function status(): BotStatus {
    const alive = ending === 'stopping' ? 'stopping' : isConnected() ? 'running' : 'starting'
    const pid = running?.child.pid ?? null
    return { state: running ? alive : ended, pid, sinceMs, starts, lines: lines.slice(-60) }
  }

  return { start, kill, stop, status }
}
