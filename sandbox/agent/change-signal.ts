type Wait = { check: () => void; abandon: (reason: string) => void }

/** Listeners for changes, and waits for them that time out. */
export function createChangeSignal(describeNow: () => string) {
  const listeners = new Set<() => void>()
  const waits = new Set<Wait>()

  return {
    notify(): void {
      for (const listener of [...listeners]) listener()
      for (const wait of [...waits]) wait.check()
    },

    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },

    /** Resolves with the first value that is not undefined, null or false. */
    waitFor<T>(predicate: () => T, description: string, timeoutMs = 30_000): Promise<NonNullable<T>> {
      return new Promise((resolve, reject) => {
        const settle = (): void => {
          clearTimeout(deadline)
          clearInterval(recheck)
          waits.delete(wait)
        }
        const abandon = (reason: string): void => {
          settle()
          reject(new Error(`Cannot see ${description}: ${reason}. What was there:\n${describeNow()}`))
        }
        const check = (): void => {
          try {
            const value = predicate()
            if (value === undefined || value === null || value === false) return
            settle()
            resolve(value)
          } catch (error) {
            settle()
            reject(error)
          }
        }
        const wait: Wait = { check, abandon }
        const deadline = setTimeout(() => abandon(`nothing after ${timeoutMs} ms`), timeoutMs)
        // An injected clock moves without telling anyone.
        const recheck = setInterval(check, 25)
        waits.add(wait)
        check()
      })
    },

    abandonAll(reason: string): void {
      for (const wait of [...waits]) wait.abandon(reason)
    }
  }
}
