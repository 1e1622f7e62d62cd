import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRunningTime, runningTime } from '../../src/database/clock.ts'

const step = fc.record({ ms: fc.double({ min: 0, max: 90_000, noNaN: true }), isAsleep: fc.boolean() })

it('goes on while the machine sleeps, and is as precise as the clock that does not', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 50 }), fc.integer({ min: 1, max: 50 }), (steps, tickMs) => {
      let awakeMs = 0
      let sleptMs = 0
      const roughMs = () => Math.floor((awakeMs + sleptMs) / tickMs) * tickMs
      const wallMs = () => 1_000_000 + Math.floor(awakeMs + sleptMs)
      const timeMs = createRunningTime({ preciseMs: () => awakeMs, roughMs, wallMs })
      let lastMs = timeMs()
      let unseenMs = 0
      for (const { ms, isAsleep } of steps) {
        if (isAsleep) sleptMs += ms
        else awakeMs += ms
        const nowMs = timeMs()
        expect(nowMs).toBeGreaterThanOrEqual(lastMs)
        unseenMs += isAsleep && ms < 300 ? ms : 0
        expect(Math.abs(nowMs - awakeMs - sleptMs)).toBeLessThanOrEqual(unseenMs + 3 * tickMs)
        lastMs = nowMs
      }
    })
  )
})

it('is not moved by a rough clock, or by a wall clock that is set, while the machine is awake', () => {
  let awakeMs = 15
  let setByMs = 0
  const timeMs = createRunningTime({
    preciseMs: () => awakeMs,
    roughMs: () => 5_000 + Math.floor(awakeMs / 20) * 20,
    wallMs: () => 1_000_000 + awakeMs + setByMs
  })
  for (; awakeMs < 10_000; awakeMs += 0.7) {
    if (awakeMs > 5_000) setByMs = -3_600_000
    expect(timeMs()).toBe(awakeMs)
  }
})

it('looks at the rough clock only when the wall clock is set, however often it is asked', () => {
  let awakeMs = 0
  let looks = 0
  const timeMs = createRunningTime({
    preciseMs: () => awakeMs,
    roughMs: () => {
      looks += 1
      return awakeMs
    },
    wallMs: () => (awakeMs < 4_500 ? awakeMs : awakeMs + 3_600_000)
  })
  for (; awakeMs < 10_000; awakeMs += 1) timeMs()
  expect(looks).toBe(2)
})

it('measures what passes on this machine to the millisecond', async () => {
  const timeMs = runningTime()
  const [startedMs, startedAt] = [timeMs(), performance.now()]
  for (let look = 0; look < 50; look++) {
    await sleep(1)
    expect(Math.abs(timeMs() - startedMs - (performance.now() - startedAt))).toBeLessThan(1)
  }
})
