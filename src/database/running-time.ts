import { uptime } from 'node:os'

/** A rough clock is off by less than this; nobody sleeps that short. */
const ROUGH_MS = 200

/**
 * Time that no clock change affects. The precise clock stands still while the machine sleeps; the rough one, which says how long ago
 * it booted, does not, but is some hundredths of a second off.
 */
export function createRunningTime(preciseMs: () => number, roughMs: () => number): () => number {
  const apartMs = () => roughMs() - preciseMs()
  const apartAtFirstMs = apartMs()
  let sleptMs = 0
  return () => {
    const mayHaveSleptMs = apartMs() - apartAtFirstMs
    if (mayHaveSleptMs - sleptMs > ROUGH_MS) sleptMs = mayHaveSleptMs
    return preciseMs() + sleptMs
  }
}

/** Elsewhere, nothing says how long the machine slept. */
export const runningTime = (): (() => number) =>
  process.platform === 'linux'
    ? createRunningTime(
        () => performance.now(),
        () => uptime() * 1_000
      )
    : () => performance.now()
