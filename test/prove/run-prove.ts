import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { CONTROLS } from '../chaos/chaos-options.ts'
import { canTroubleFromOutside } from '../chaos/from-outside.ts'
import { anyNumber, atLeast, parseFlags } from '../support/parse-flags.ts'

// The deep half of the tests: what takes too long to run after every change, `*.deep.ts` included. Each stage is a separate
// program. They run one after another, the longest first: many of them time what a person waits for, and fail a slow machine
// that has more to do. Four run at once: the crash points, chaos and the random days time nothing, and what nobody should send is
// given again if its answer was late. With --brief, tests of what is around follow-ups are left out. The last lines say what was
// proven and what was not reached.

const flags = z.object({
  seed: anyNumber,
  crossings: z.union([z.literal('all'), atLeast(0)], 'has to be a number, or all'),
  days: atLeast(0),
  kills: atLeast(0),
  fuzz: atLeast(0),
  disk: z.boolean(),
  controls: z.boolean(),
  brief: z.boolean(),
  minutes: z.coerce.number('has to be a number').positive('has to be more than 0').optional()
})
const options = parseFlags(flags, {
  seed: { type: 'string', default: String(Date.now() % 100_000) },
  crossings: { type: 'string', default: 'all' },
  days: { type: 'string', default: '200' },
  kills: { type: 'string', default: '100' },
  fuzz: { type: 'string', default: '100000' },
  disk: { type: 'boolean', default: true },
  controls: { type: 'boolean', default: true },
  brief: { type: 'boolean', default: false },
  minutes: { type: 'string' }
})
const { seed, crossings, days, kills, fuzz, disk, controls, brief, minutes } = options

const CONTROL_KILLS = '40'
const FROM_OUTSIDE = canTroubleFromOutside ? ['--only=pauses,skew,cuts,projects,clocks,calls'] : []
const KEPT_CHARACTERS = 30_000
const LAST_LINES = 100
/** How Vitest names a failed test. */
const FAILED_TEST = /^ FAIL /

type Stage = {
  name: string
  isWanted: boolean
  command: string
  args: string[]
  env?: Record<string, string>
}
type Ending = { name: string; ended: 'proven' | 'FAILED' | 'not reached'; failed?: string[]; lastLines?: string[] }

const chaos = (...args: string[]) => ({ command: process.execPath, args: ['test/chaos/run-chaos.ts', ...args] })
const inBoot = (name: string) => `test/boot/${name}.deep.ts`
/** They measure how long people wait, so not even one of them runs beside another. */
const TIMED = ['burst', 'jobs-in-trouble'].map(inBoot)
/** The page, installing, starting, the database’s folder, being ready or not, what things cost, and the programs that prove. */
const AROUND = [
  ...['bench', 'budget', 'project', 'prove', 'sandbox'].map(folder => `test/${folder}/**`),
  ...['embedded-server-recovers', 'who-runs-it'].map(name => `test/database/${name}.deep.ts`),
  ...['as-a-service', 'container', 'cut-off-from-slack', 'displaced-database', 'doctor'].map(inBoot),
  ...['not-ready', 'refused-start', 'slow-start'].map(inBoot)
]
const without = (...files: string[]) => files.map(each => `--exclude=${each}`)
const deep = (...args: string[]) => ({
  command: 'vitest',
  args: ['run', ...args, ...without(...(brief ? AROUND : []))],
  env: { DEEP: 'yes' }
})
/** Those in an inner list run at once. */
const stages: (Stage | Stage[])[] = [
  {
    name: `what takes too long for npm test${brief ? ', in brief' : ''}`,
    isWanted: true,
    ...deep('.deep.ts', ...without('test/crash/**', ...TIMED, ...(disk ? [] : [inBoot('full-disk')])))
  },
  [
    {
      name: `crash points: ${crossings}, and as one of two processes killed or standing still`,
      isWanted: crossings !== 0,
      // Each test walks through three at a time.
      ...deep('test/crash', '--maxWorkers=1'),
      env: { DEEP: 'yes', CRASH_POINTS: String(crossings), CRASH_SEED: String(seed) }
    },
    {
      name: `${kills} kills in chaos`,
      isWanted: kills > 0,
      ...chaos('--processes=2', `--kills=${kills}`, `--seed=${seed}`, ...FROM_OUTSIDE)
    },
    {
      name: `${days} random days, from seed ${seed}`,
      isWanted: days > 0,
      command: process.execPath,
      args: [
        '--disable-warning=DeprecationWarning',
        'test/simulation/run-simulation.ts',
        `--from=${seed}`,
        `--seeds=${days}`
      ]
    },
    {
      name: `${fuzz} inputs that nobody should send`,
      isWanted: fuzz > 0,
      command: process.execPath,
      args: ['test/fuzz/run-fuzz.ts', `--count=${fuzz}`, `--seed=${seed}`]
    }
  ],
  {
    name: 'how long people wait in a burst, or beside jobs in trouble',
    isWanted: true,
    ...deep(...TIMED, '--maxWorkers=1')
  },
  {
    name: 'bots with one broken line are found out',
    isWanted: controls,
    command: process.execPath,
    args: ['test/judge/run-broken-bots.ts', '--at-once=1']
  },
  ...CONTROLS.map(control => ({
    name: `a bot weakened on purpose is found out: ${control}`,
    isWanted: controls,
    ...chaos(`--control=${control}`, `--kills=${CONTROL_KILLS}`, `--seed=${seed}`)
  }))
]

const endsAt = minutes === undefined ? Number.POSITIVE_INFINITY : performance.now() + minutes * 60_000
const running = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const child of running) endGroup(child)
    process.exit(128 + constants.signals[signal])
  })

/** Including what the stage itself has started. */
function endGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGTERM')
}

async function prove({ name, command, args, env }: Stage): Promise<Ending> {
  const leftMs = endsAt - performance.now()
  if (leftMs <= 0) return { name, ended: 'not reached' }
  process.stdout.write(`\n── ${name}\n`)
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, ...env }
  })
  child.once('close', resolve).once('error', reject)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      process.stdout.write(text)
      output = (output + text).slice(-KEPT_CHARACTERS)
    })
  running.add(child)
  const bound = Number.isFinite(leftMs) ? setTimeout(() => endGroup(child), leftMs) : undefined
  const code = await promise
  clearTimeout(bound)
  running.delete(child)
  if (code === 0) return { name, ended: 'proven' }
  if (performance.now() >= endsAt) return { name, ended: 'not reached' }
  const lines = output.trimEnd().split('\n')
  const failed = lines.map(stripVTControlCharacters).filter(line => FAILED_TEST.test(line))
  return { name, ended: 'FAILED', failed, lastLines: lines.slice(-LAST_LINES) }
}

const startedAt = performance.now()
const account: Ending[] = []
for (const atOnce of stages) {
  const wanted = [atOnce].flat().filter(({ isWanted }) => isWanted)
  account.push(...(await Promise.all(wanted.map(prove))))
}
const minutesTaken = ((performance.now() - startedAt) / 60_000).toFixed(1)
// Much may have been printed since: what a failed one said last stands here once more.
for (const { name, lastLines } of account)
  if (lastLines) process.stdout.write(`\n── FAILED: ${name}\n${lastLines.join('\n')}\n`)
process.stdout.write(`\nIn ${minutesTaken} minutes, with --seed ${seed}:\n`)
for (const { name, ended, failed = [] } of account)
  process.stdout.write(`${[`  ${ended.padEnd(11)}  ${name}`, ...failed].join('\n')}\n`)
const isProven = account.some(({ ended }) => ended === 'proven') && account.every(({ ended }) => ended !== 'FAILED')
process.exitCode = isProven ? 0 : 1
