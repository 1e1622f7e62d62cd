import { appendFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Loaded into a bot before anything else. What a process has taken says little about what it holds: V8 hands back little of it,
// and late. So once a minute, and at a SIGUSR2, this one collects its garbage and writes down how many
// bytes are left.

const EVERY_MS = 60_000
const { HELD_TO = '' } = process.env
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function weigh(): void {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  appendFileSync(HELD_TO, `${Date.now()} ${heapUsed + external}\n`)
}

setInterval(weigh, EVERY_MS).unref()
process.on('SIGUSR2', weigh)
