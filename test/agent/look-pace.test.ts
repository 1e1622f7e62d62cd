import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createLookPace } from '../../src/agent/look-pace.ts'
import { stretchedMs } from '../../src/agent/stretched-wait.ts'
import { createStillClock } from '../support/still-clock.ts'

const MINUTE_MS = 60_000

type Team = { jobs: number; perSecond: number; minutes: number; seed: number }

/** Jobs that are wanted every 8 to 30 seconds and looked at in the order in which they are due, as many a second as is possible. */
function simulate({ jobs, perSecond, minutes, seed }: Team) {
  const clock = createStillClock(0)
  const log: string[] = []
  const note = (facts: object, words: string) => void log.push(`${words} ${JSON.stringify(facts)}`)
  const pace = createLookPace({ now: clock.now, log: { info: note, warn: note } })
  const waits = Array.from({ length: jobs }, (_, job) => 8_000 + ((job * 7_919 + seed) % 22_000))
  const line = waits.map((waitMs, job) => ({ job, dueMs: (waitMs * ((job * 31) % 97)) / 97, seenMs: 0 }))
  const stretches: { job: number; atMs: number; times: number }[] = []
  let credit = 0
  const run = (untilMs: number, rate: number) => {
    for (; clock.now() < untilMs; clock.advance(100)) {
      credit = Math.min(credit + rate / 10, rate)
      line.sort((one, other) => one.dueMs - other.dueMs)
      for (const look of line.filter(({ dueMs }) => dueMs <= clock.now()).slice(0, Math.floor(credit))) {
        credit -= 1
        const waitMs = waits[look.job] ?? 0
        pace.began(look.dueMs)
        stretches.push({ job: look.job, atMs: clock.now(), times: (clock.now() - look.seenMs) / waitMs })
        look.seenMs = clock.now()
        look.dueMs = clock.now() + pace.plan(waitMs)
      }
    }
  }
  run(minutes * MINUTE_MS, perSecond)
  return { clock, pace, log, run, stretches, line }
}

const teams = fc.record({
  jobs: fc.integer({ min: 50, max: 250 }),
  perSecond: fc.integer({ min: 2, max: 20 }),
  minutes: fc.constant(12),
  seed: fc.integer({ min: 0, max: 20_000 })
})

it('leaves no job out, and stretches all waits alike, however few looks can be made', () => {
  fc.assert(
    fc.property(teams, team => {
      const { stretches, clock } = simulate(team)
      const settled = stretches.filter(({ atMs }) => atMs > 6 * MINUTE_MS)
      expect(new Set(settled.map(({ job }) => job)).size).toBe(team.jobs)
      const times = settled.map(each => each.times)
      expect(Math.max(...times) / Math.min(...times)).toBeLessThan(2)
      expect(clock.now()).toBe(12 * MINUTE_MS)
    }),
    { numRuns: 25 }
  )
})

it('stretches every wait by the same factor, and all of them together by nothing', () => {
  const [lagMs, meanMs] = [30_000, 15_000]
  const waits = [8_000, 15_000, 22_000]
  const planned = waits.map(waitMs => stretchedMs(waitMs, { lagMs, meanMs }))
  expect(planned.map((ms, at) => (ms + lagMs) / (waits[at] ?? 1))).toEqual([3, 3, 3])
  expect(planned.reduce((sum, ms) => sum + ms)).toBe(waits.reduce((sum, ms) => sum + ms))
})

it('tells the operator once when it begins, and once when it is over', () => {
  const { log, pace, run, clock } = simulate({ jobs: 200, perSecond: 4, minutes: 4, seed: 1 })
  expect(log).toEqual([expect.stringMatching(/^More jobs are watched than can be looked at in time {"times":/)])
  expect(pace.stretch()).toBeGreaterThan(2)
  run(clock.now() + 3 * MINUTE_MS, 40)
  expect(log.slice(1)).toEqual(['All watched jobs are looked at in time again {}'])
  expect(pace.stretch()).toBeLessThan(1.1)
})

it('changes nothing after a stop of minutes, when all looks are late for a moment', () => {
  const { log, pace, run, clock, line } = simulate({ jobs: 200, perSecond: 100, minutes: 2, seed: 1 })
  clock.advance(10 * MINUTE_MS)
  run(clock.now() + MINUTE_MS, 100)
  expect(log).toEqual([])
  expect(pace.stretch()).toBe(1)
  expect(line.every(({ dueMs }) => dueMs <= clock.now() + 30_000)).toBe(true)
})
