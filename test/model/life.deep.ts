import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const MODEL = fileURLToPath(new URL('./life.pml', import.meta.url))
const hasSpin = existsSync('/usr/bin/spin') && existsSync('/usr/bin/gcc')
const WITHIN_MS = 400_000

const run = promisify(execFile)

/** What Spin finds wrong first, in every order of steps; undefined: nothing, and it looked at all of them. */
async function check(...defined: string[]): Promise<string | undefined> {
  const cwd = await mkdtemp(join(tmpdir(), 'agent-followup-model-'))
  onTestFinished(() => rm(cwd, { recursive: true, force: true }))
  await run('spin', [...defined.map(one => `-D${one}`), '-a', MODEL], { cwd })
  // A mistake is found sooner than a fast program for it is compiled.
  const speed = defined.length > 1 ? '-O0' : '-O2'
  await run('gcc', [speed, '-w', '-DSAFETY', '-o', 'pan', 'pan.c'], { cwd })
  const { stdout } = await run('./pan', ['-m100000', '-w24', '-n'], { cwd })
  if (/Search not completed|search depth too small/.test(stdout) && !/errors: [1-9]/.test(stdout))
    throw new Error(stdout)
  return /errors: 0/.test(stdout) ? undefined : (/pan:\d+: (.*)/.exec(stdout)?.[1] ?? stdout)
}

it.runIf(hasSpin)(
  'with four crashes and pauses anywhere: sent at most once, in order, no end without a run, and everything ends',
  async () => {
    expect(await check('TROUBLES=4')).toBeUndefined()
  },
  WITHIN_MS
)

const NOTHING_IS_OVER = /isOver|state\[0\]==\d\)\|\|/

it.runIf(hasSpin).each([
  [1, 'claims what another process is sending', /hasArrived/],
  [2, 'claims what is not the first in line', /i>0/],
  [3, 'is in doubt while a request can still arrive', /isMaybe/],
  [4, 'leaves what a dead process was sending', NOTHING_IS_OVER],
  [5, 'takes the work that follows a result for that of what came later', /hasRunSince/],
  [6, 'takes a job at rest for one that has worked', /hasRunSince/],
  [7, 'stores an answer that is older than what it knows', /hasRunSince/],
  [8, 'takes an answer for one about what was sent after it was asked for', /hasRunSince/],
  [9, 'takes any run for one of what may not have arrived', /hasRunSince/],
  [10, 'sends again what a dead process was sending', /hasArrived|hasRunSince/],
  [11, 'does not look at its clock before the first byte leaves', /isMaybe|hasArrived/]
])(
  'finds what is wrong with a bot that (%i) %s',
  async (rule, _, found) => {
    expect(await check('TROUBLES=2', `BREAK=${rule}`)).toMatch(found)
  },
  WITHIN_MS
)
