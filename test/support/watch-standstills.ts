const LOOK_EVERY_MS = 200
const STANDSTILL_MS = 2_000

/**
 * Notices when this process got no time to run, as on a machine that is overloaded or suspended: then waits in real time say
 * nothing, and its stand-ins read late what reached them in time.
 */
export function watchStandstills(): Disposable & { happened(): boolean; longestMs(): number } {
  let lookedAt = performance.now()
  let longestMs = 0
  const look = () => {
    const now = performance.now()
    longestMs = Math.max(longestMs, now - lookedAt - LOOK_EVERY_MS)
    lookedAt = now
    return longestMs
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  return {
    happened: () => look() > STANDSTILL_MS,
    longestMs: look,
    [Symbol.dispose]: () => clearInterval(timer)
  }
}
