import { setImmediate } from 'node:timers/promises'
import type { Clock, Timer } from '../../src/database/clock.ts'

type Waiting = Timer & { act: () => void; dueMs: number; everyMs: number | undefined }

/** Time that only a test moves: `setTime` jumps, `tick` goes there step by step and fires what falls due on the way. */
export class TestClock implements Clock {
  #nowMs: number
  #waiting: Waiting[] = []

  constructor(startMs = Date.now()) {
    this.#nowMs = startMs
  }

  now(): number {
    return this.#nowMs
  }

  setTimeout(act: () => void, ms: number): Timer {
    return this.#add({ act, dueMs: this.#nowMs + Math.max(ms, 0), everyMs: undefined })
  }

  setInterval(act: () => void, ms: number): Timer {
    return this.#add({ act, dueMs: this.#nowMs + ms, everyMs: Math.max(ms, 1) })
  }

  /** As if the process had slept: what fell due meanwhile fires once, with the next tick. */
  async setTime(ms: number): Promise<void> {
    await setImmediate()
    for (const waiting of this.#waiting) waiting.dueMs = Math.max(waiting.dueMs, ms)
    this.#nowMs = ms
  }

  async tick(ms: number): Promise<void> {
    const targetMs = this.#nowMs + ms
    for (;;) {
      await setImmediate()
      const next = this.#waiting.toSorted((one, other) => one.dueMs - other.dueMs)[0]
      if (next === undefined || next.dueMs > targetMs) break
      this.#nowMs = Math.max(next.dueMs, this.#nowMs)
      if (next.everyMs === undefined) next[Symbol.dispose]()
      else next.dueMs += next.everyMs
      next.act()
    }
    this.#nowMs = targetMs
    await setImmediate()
  }

  #add(planned: Omit<Waiting, typeof Symbol.dispose>): Timer {
    const waiting = {
      ...planned,
      [Symbol.dispose]: () => {
        this.#waiting = this.#waiting.filter(other => other !== waiting)
      }
    }
    this.#waiting.push(waiting)
    return waiting
  }
}
