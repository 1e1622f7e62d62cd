import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_EVERY_MS = 60_000
const WORTH_IT_BYTES = 50_000_000
const BUSY = 0.5

/**
 * V8 keeps the memory of what it has collected: after a busy minute, most of what the process holds. It gives that back only
 * when it collects as a last resort, which stops everything for a tenth of a second: done where it is worth it and few wait.
 */
export function giveMemoryBack(everyMs = LOOK_EVERY_MS): void {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  let leastBytes = process.memoryUsage.rss()
  let counted = performance.eventLoopUtilization()

  setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, counted)
    counted = now
    leastBytes = Math.min(leastBytes, process.memoryUsage.rss())
    if (utilization > BUSY || process.memoryUsage.rss() - leastBytes < WORTH_IT_BYTES) return
    collect({ type: 'major', flavor: 'last-resort', execution: 'sync' })
    leastBytes = process.memoryUsage.rss()
  }, everyMs).unref()
}
