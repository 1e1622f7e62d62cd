import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { BOLT, BOT } from './bench.ts'
import { readReport } from './report.ts'

const RUN = fileURLToPath(new URL('./run-bench.ts', import.meta.url))

it('measures one figure in a short run and writes the report', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'agent-followup-bench-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const args = ['--short', '--rounds', '1', '--only', 'ack-http', '--to', folder]
  const bench = spawn(process.execPath, [RUN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void bench.kill('SIGTERM'))
  const output = await text(bench.stdout)
  expect(output).toContain('took')
  const { now } = await readReport(folder)
  const acks = (who: string) =>
    now?.figures['ack-http']?.series.find(one => one.who === who && one.what === 'acks')?.values[0]
  expect(acks(BOT)).toBeGreaterThan(0)
  expect(acks(BOLT)).toBeGreaterThan(0)
  expect(await readFile(join(folder, 'benchmarks.md'), 'utf8')).toContain('| acknowledgements a second |')
})
