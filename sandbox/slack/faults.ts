/** How one call to a method goes wrong. */
export type Fault = {
  error?: string
  httpStatus?: number
  /** The answer is a web page, as something between Slack and the bot might send. */
  html?: boolean
  retryAfterS?: number
  delayMs?: number
  /** The connection breaks before the call is processed, or after it. */
  reset?: 'before' | 'after'
  /** The call is never answered. */
  hang?: boolean
  /** How many calls it affects; one by default. */
  times?: number | 'until cleared'
}

export type Faults = ReturnType<typeof createFaults>

/** Faults waiting for calls, used up in the order they were set; `*` is for every method. */
export function createFaults() {
  const waiting: { method: string; fault: Fault; left: number | 'until cleared' }[] = []

  return {
    add(method: string, fault: Fault): void {
      waiting.push({ method, fault, left: fault.times ?? 1 })
    },
    take(method: string): Fault | undefined {
      const entry = waiting.find(candidate => candidate.method === method || candidate.method === '*')
      if (entry === undefined || entry.left === 'until cleared') return entry?.fault
      entry.left -= 1
      if (entry.left <= 0) waiting.splice(waiting.indexOf(entry), 1)
      return entry.fault
    },
    waiting: () => waiting.map(({ method, fault, left }) => ({ method, ...fault, times: left })),
    clear: () => {
      waiting.length = 0
    }
  }
}
