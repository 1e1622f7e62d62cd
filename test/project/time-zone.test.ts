import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

// Clocks there went forward half an hour later.
const PROGRAM = `
  await import('./src/config.ts')
  const { parseWhen } = await import('./src/followups/model/parse-when.ts')
  const nowMs = Date.UTC(2026, 2, 8, 6, 30)
  const { wait } = parseWhen('in 30 minutes: run it', { nowMs, zone: 'America/New_York' })
  console.log((wait.untilMs - nowMs) / 60_000)`

it('reckons the times that people write the same wherever it runs', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    env: { ...process.env, TZ: 'America/New_York' }
  })
  expect(stdout.trim()).toBe('30')
})
