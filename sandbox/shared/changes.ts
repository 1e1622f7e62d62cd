type Something<Found> = Exclude<Found, undefined | null | false>

// An injected clock moves without telling anyone, and what depends on the time changes with it.
const LOOK_EVERY_MS = 25

/** Tells listeners that something changed, once per batch of changes, and waits until there is something to see. */
export function createChanges(describeNow: () => string) {
  const listeners = new Set<() => void>()
  const abandons = new Set<(reason: string) => void>()
  let told = true

  function changed(): void {
    if (!told) return
    told = false
    queueMicrotask(() => {
      told = true
      for (const listener of [...listeners]) listener()
    })
  }

  function onChange(listener: () => void): () => void {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  /** Resolves with the first thing found that is not undefined, null or false; when it fails, says what was there instead. */
  function waitFor<Found>(look: () => Found, what: string, timeoutMs = 30_000): Promise<Something<Found>> {
    const { promise, resolve, reject } = Promise.withResolvers<Something<Found>>()
    const check = () => {
      try {
        const found = look()
        if (isSomething(found)) resolve(found)
      } catch (error) {
        reject(error)
      }
    }
    const abandon = (reason: string) => reject(new Error(`${reason} ${what}. What was there:\n${describeNow()}`))
    const late = setTimeout(abandon, timeoutMs, `Timed out after ${timeoutMs} ms waiting for`)
    const looking = setInterval(check, LOOK_EVERY_MS)
    const forget = onChange(check)
    abandons.add(abandon)
    check()
    return promise.finally(() => {
      clearTimeout(late)
      clearInterval(looking)
      forget()
      abandons.delete(abandon)
    })
  }

  /** Fails every wait that is still open: nothing more will come. */
  function stop(): void {
    for (const abandon of [...abandons]) abandon('Stopped while waiting for')
  }

  return { changed, onChange, waitFor, stop }
}

function isSomething<Found>(found: Found): found is Something<Found> {
  return found !== undefined && found !== null && found !== false
}
