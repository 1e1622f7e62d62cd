import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '../support/eventually.ts'

const start = (program: string, args: string[], env: Record<string, string> = {}) =>
  spawn(process.execPath, [program, ...args], { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })

it.each([
  ['test/simulation/run-simulation.ts', ['--seeds', 'some'], '--seeds has to be a number'],
  ['test/chaos/run-chaos.ts', ['--kill', '2'], "Unknown option '--kill'. It takes --kills, "],
  ['test/chaos/run-chaos.ts', ['--only', 'skew'], '--only skew and --only projects need --processes 2'],
  ['test/soak/run-soak.ts', ['--minutes', '0'], '--minutes has to be at least 1'],
  ['test/fuzz/run-fuzz.ts', ['--count', '0'], '--count has to be at least 1'],
  ['test/judge/run-broken-bots.ts', ['--at-once', '0'], '--at-once has to be at least 1'],
  ['test/prove/run-prove.ts', ['--crossings', 'many'], '--crossings has to be a number, or all'],
  ['test/bench/run-bench.ts', ['--only', 'speed'], '--only takes ack-http, ']
])('%s %j is told in a line what is wrong', async (program, args, words) => {
  const asked = start(program, args)
  let said = ''
  asked.stderr.setEncoding('utf8').on('data', text => {
    said += text
  })
  expect(await once(asked, 'close')).toEqual([2, null])
  expect(said.trimEnd().split('\n')).toEqual([expect.stringContaining(words)])
})

it.each([
  ['while their database is made', '/global/1'],
  // Only a server that runs has a socket: a folder that is being filled has a postmaster.pid, too.
  ['as soon as it listens', '.s.PGSQL.5432']
])('leaves nothing behind when the random days are interrupted %s', async (_when, made) => {
  const folder = await mkdtemp(join(tmpdir(), 'simulation-interrupted-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const days = start('test/simulation/run-simulation.ts', ['--seeds', '50'], { TMPDIR: folder })
  onTestFinished(() => void days.kill('SIGKILL'))
  // What is made may be renamed while it is listed.
  const list = () => readdir(folder, { recursive: true }).catch(() => [])
  await eventually(async () => (await list()).some(path => path.includes(made)), `${made} to appear`)
  days.kill('SIGINT')
  expect(await once(days, 'close')).toEqual([130, null])
  expect(await readdir(folder)).toEqual([])
})
