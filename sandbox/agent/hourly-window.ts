const hourMs = 60 * 60 * 1000

export type HourlyWindow = ReturnType<typeof createHourlyWindow>

/** A sliding hour: a use counts until exactly one hour after it was made. */
export function createHourlyWindow(now: () => number, initialLimit: number) {
  let limit = initialLimit
  let uses: number[] = []

  const used = (): number => {
    const since = now() - hourMs
    uses = uses.filter(at => at > since)
    return uses.length
  }
  const secondsUntilFree = (): number => {
    const blocking = uses[used() - limit]
    return Math.max(1, Math.ceil(((blocking ?? now()) + hourMs - now()) / 1000))
  }

  return {
    used,
    secondsUntilFree,
    limit: (): number => limit,
    isFull: (): boolean => used() >= limit,
    use(times = 1): void {
      for (let count = 0; count < times; count += 1) uses.push(now())
    },
    /** As if the hour had gone by. */
    refill(): void {
      uses = []
    },
    setLimit(next: number): void {
      limit = next
    }
  }
}
