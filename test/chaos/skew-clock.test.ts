import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const SKEW_CLOCK = fileURLToPath(new URL('./skew-clock.ts', import.meta.url))
const HOUR_MS = 3_600_000

const SCRIPT = `
const times = [Date.now(), new Date().getTime(), Date.parse(Date()), performance.timeOrigin + performance.now()]
const asEver = [new Date(7).getTime() === 7, new Date() instanceof Date, new Date().constructor === Date, performance.now() < 60_000]
console.log(JSON.stringify({ times, asEver }))`

it.each([-HOUR_MS, HOUR_MS])('shifts every wall clock of a process by %i ms, and nothing else', async skewMs => {
  const startedAt = Date.now()
  const env = { ...process.env, CLOCK_SKEW_MS: String(skewMs) }
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', SKEW_CLOCK, '-e', SCRIPT], { env })
  const { times, asEver } = JSON.parse(stdout)
  expect(asEver).toEqual([true, true, true, true])
  for (const time of times) {
    // A date in words has no milliseconds.
    expect(time - skewMs).toBeGreaterThanOrEqual(startedAt - 1_000)
    expect(time - skewMs).toBeLessThanOrEqual(Date.now() + 1_000)
  }
})
