const LOOK_EVERY_MS = 200
const STANDSTILL_MS = 2_000

/** Notices when this process got no time to run, as on a machine that is suspended: then waits in real time say nothing. */
export function watchStandstills(): Disposable & { happened(): boolean } {
  let lookedAt = performance.now()
  let hasHappened = false
  const look = () => {
    const now = performance.now()
    hasHappened ||= now - lookedAt > STANDSTILL_MS
    lookedAt = now
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  return {
    happened() {
      look()
      return hasHappened
    },
    [Symbol.dispose]: () => clearInterval(timer)
  }
}
