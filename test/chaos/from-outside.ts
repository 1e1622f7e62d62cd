import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Chance } from '../simulation/seeded-random.ts'
import type { Finished } from '../support/test-database.ts'

// What a machine does to a process that knows nothing of it: its wall clock is off, stands still or jumps (libfaketime), or one of
// its calls fails (strace). Neither needs a line in the bot, or in what it loads.

const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
const STRACE = '/usr/bin/strace'
export const canTroubleFromOutside = [FAKETIME, STRACE].every(path => existsSync(path))

const OFF_BY_S = 30
const JUMPS_EVERY_MS = 700
const TRACED_FOR_MS = 1_500

/**
 * Fails once in so many of its kind, at most: about as many as it makes in a few seconds. Never each of them: a process that can
 * accept no connection at all asks for it as fast as it can.
 */
type Failing = [call: string, error: string, most: number]

const CALLS_OF_BOT: Failing[] = [
  ['connect', 'ECONNREFUSED', 12],
  ['connect', 'ETIMEDOUT', 12],
  ['socket', 'EMFILE', 15],
  ['accept4', 'EMFILE', 4],
  ['openat', 'EMFILE', 250],
  ['write', 'ENOSPC', 150],
  ['write', 'EPIPE', 150],
  ['writev', 'ECONNRESET', 60],
  ['read', 'ECONNRESET', 200]
]
const CALLS_OF_DATABASE: Failing[] = [
  ['fdatasync', 'EIO', 20],
  ['fsync', 'EIO', 4],
  ['pwrite64', 'ENOSPC', 30],
  ['sendto', 'ECONNRESET', 100],
  ['openat', 'EMFILE', 30]
]

/** How a process is started, and with what in its environment. */
export type Started = { through: string[]; env: Record<string, string> }

export async function fromOutside(chance: Chance, finished: Finished) {
  const folder = await mkdtemp(join(tmpdir(), 'agent-followup-clock-'))
  finished(() => rm(folder, { recursive: true, force: true }))
  const jumping = join(folder, 'jumping')
  const jump = () => writeFile(jumping, `${offBy(chance)}s`)
  await jump()
  const timer = setInterval(() => void jump().catch(() => {}), JUMPS_EVERY_MS)
  finished(async () => clearInterval(timer))
  const counts = { wrongClocks: 0, traced: 0 }
  /** Writes down only what failed. */
  function tracing(calls: Failing[]): string[] {
    const [call, error, most] = chance.pick(calls)
    const every = chance.between(2, most)
    const inject = `inject=${call}:error=${error}:when=${every}+${every}`
    counts.traced += 1
    return ['-f', '-qq', '-Z', '-o', join(folder, `calls-${counts.traced}`), '-e', `trace=${call}`, '-e', inject]
  }

  return {
    wrongClock(): Started {
      const faked = { LD_PRELOAD: FAKETIME, DONT_FAKE_MONOTONIC: '1', TZ: 'UTC' }
      const stopped = new Date().toISOString().slice(0, 19).replace('T', ' ')
      const how = chance.pick<Record<string, string>>([
        { FAKETIME: `${offBy(chance)}s` },
        { FAKETIME: stopped },
        { FAKETIME_TIMESTAMP_FILE: jumping, FAKETIME_NO_CACHE: '1' }
      ])
      counts.wrongClocks += 1
      return { through: [], env: { ...faked, ...how } }
    },

    /** The process is the one that is started; who traces it is its grandchild, and ends with it. */
    failingCall(): Started {
      return { through: [STRACE, '-D', ...tracing(CALLS_OF_BOT)], env: {} }
    },

    /** One of the calls of the database server and of all that work for it, if it makes so many in this time. */
    async failDatabaseCall(pid: number): Promise<void> {
      const found = await promisify(execFile)('pgrep', ['-P', String(pid)]).catch(() => ({ stdout: '' }))
      const pids = [pid, ...found.stdout.split('\n').filter(line => line !== '')].flatMap(each => ['-p', String(each)])
      const tracer = spawn(STRACE, [...tracing(CALLS_OF_DATABASE), ...pids], { stdio: 'ignore' })
      finished(async () => void tracer.kill('SIGINT'))
      const ended = once(tracer, 'exit')
      await sleep(TRACED_FOR_MS)
      tracer.kill('SIGINT')
      await ended
    },

    /** How many clocks were wrong, and how many calls did fail. */
    async counts() {
      const files = (await readdir(folder)).filter(name => name.startsWith('calls-'))
      let failedCalls = 0
      for (const name of files)
        failedCalls += (await readFile(join(folder, name), 'utf8')).split('(INJECTED)').length - 1
      return { wrongClocks: counts.wrongClocks, failedCalls }
    }
  }
}

const offBy = (chance: Chance) => {
  const seconds = chance.between(-OFF_BY_S, OFF_BY_S)
  return seconds < 0 ? `${seconds}` : `+${seconds}`
}
