import { uptime } from 'node:os'

type Clocks = {
  /** Stands still while the machine sleeps. */
  preciseMs: () => number
  /** How long ago the machine booted, sleep included, to some hundredths of a second. Linux reads a file for it. */
  roughMs: () => number
  /** Goes on while the machine sleeps, too, but can be set. */
  wallMs: () => number
}

/** A rough clock is off by less than this; nobody sleeps that short. */
const ROUGH_MS = 200
const WALL_MOVED_MS = 100
const LOOK_EVERY_MS = 1_000

/**
 * Time that no clock change affects. It is asked for hundreds of times a second, so the rough clock is only looked at when the
 * wall clock moved by itself, as it does when the machine wakes up, and once a second.
 */
export function createRunningTime({ preciseMs, roughMs, wallMs }: Clocks): () => number {
  const apartMs = () => roughMs() - preciseMs()
  const apartAtFirstMs = apartMs()
  let sleptMs = 0
  let lookedAtMs = preciseMs()
  let wallAheadMs = wallMs() - lookedAtMs

  function look(): void {
    const mayHaveSleptMs = apartMs() - apartAtFirstMs
    if (mayHaveSleptMs - sleptMs > ROUGH_MS) sleptMs = mayHaveSleptMs
  }

  return () => {
    const nowMs = preciseMs()
    const aheadMs = wallMs() - nowMs
    if (nowMs - lookedAtMs >= LOOK_EVERY_MS || Math.abs(aheadMs - wallAheadMs) > WALL_MOVED_MS) {
      look()
      lookedAtMs = nowMs
      wallAheadMs = aheadMs
    }
    return nowMs + sleptMs
  }
}

/** Elsewhere, nothing says how long the machine slept. */
export const runningTime = (): (() => number) =>
  process.platform === 'linux'
    ? createRunningTime({
        preciseMs: () => performance.now(),
        roughMs: () => uptime() * 1_000,
        wallMs: () => Date.now()
      })
    : () => performance.now()
