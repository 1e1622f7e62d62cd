import { readdir, readFile } from 'node:fs/promises'

// The kernel counts in hundredths of a second on every Linux that Node runs on.
const TICK_MS = 10

type Process = { pid: number; parent: number; cpuMs: number }

async function readProcess(pid: number): Promise<Process | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // The name, in brackets, may hold anything.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  // Its own time and that of its children that have ended, in user mode and in the kernel.
  const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0)
  return { pid, parent: fields[1] ?? 0, cpuMs: ticks * TICK_MS }
}

async function readTree(root: number): Promise<Process[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const all = (await Promise.all(pids.map(readProcess))).filter(found => found !== undefined)
  const tree = all.filter(({ pid }) => pid === root)
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid))
  return tree
}

/** The processor time that a process and everything below it has used so far. */
export async function cpuMs(root: number): Promise<number> {
  return (await readTree(root)).reduce((sum, process) => sum + process.cpuMs, 0)
}

/** The processor time that the whole machine has been busy so far. */
async function machineMs(): Promise<number> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n')
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = line.trim().split(/\s+/).slice(1).map(Number)
  return (user + nice + system + irq + softIrq) * TICK_MS
}

/** How many cores others use from now on: neither this process, nor the server, which detaches itself, nor anything below them. */
export async function watchOthers(server: number): Promise<() => Promise<number>> {
  const othersMs = async () => (await machineMs()) - (await cpuMs(process.pid)) - (await cpuMs(server))
  const beforeMs = await othersMs()
  const startedAt = performance.now()
  return async () => Math.max(((await othersMs()) - beforeMs) / (performance.now() - startedAt), 0)
}

/** How often its threads have gone to sleep so far: each time, something woke them up. */
export async function wakeUps(root: number): Promise<number> {
  const tree = await readTree(root)
  const counts = await Promise.all(tree.map(({ pid }) => wakeUpsOf(pid)))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function wakeUpsOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const texts = await Promise.all(
    threads.map(thread => readFile(`/proc/${pid}/task/${thread}/status`, 'utf8').catch(() => ''))
  )
  return texts.reduce((sum, text) => sum + Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(text)?.[1] ?? 0), 0)
}

/** The memory of one process that is in RAM, in megabytes. */
export const residentMb = (pid: number) => memoryMb(pid, ['VmRSS'])

/** What it has written itself. The files that it maps come and go in RAM as the kernel likes. */
export const ownMb = (pid: number) => memoryMb(pid, ['RssAnon', 'VmSwap'])

async function memoryMb(pid: number, names: string[]): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  const kb = names.map(name => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]))
  return kb.reduce((sum, value) => sum + value, 0) / 1_024
}

export type Spent = { botMs: number; databaseMs: number; harnessCores: number; elapsedMs: number }

/** Measures what the bot, the database and this process itself spend from now on. */
export async function startMeter(pids: { bot: number; database: number }): Promise<() => Promise<Spent>> {
  const [botMs, databaseMs] = await Promise.all([cpuMs(pids.bot), cpuMs(pids.database)])
  const own = process.cpuUsage()
  const startedAt = performance.now()
  return async () => {
    const elapsedMs = performance.now() - startedAt
    const { user, system } = process.cpuUsage(own)
    const [botNowMs, databaseNowMs] = await Promise.all([cpuMs(pids.bot), cpuMs(pids.database)])
    return {
      botMs: botNowMs - botMs,
      databaseMs: databaseNowMs - databaseMs,
      harnessCores: (user + system) / 1_000 / elapsedMs,
      elapsedMs
    }
  }
}
