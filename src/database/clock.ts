export type Timer = Disposable

/** The time of this machine, and what waits for it. A test drives one by hand. */
export type Clock = {
  now(): number
  setTimeout(act: () => void, ms: number): Timer
  clearTimeout(timer: Timer | undefined): void
  setInterval(act: () => void, ms: number): Timer
  clearInterval(timer: Timer | undefined): void
}

const clear = (timer: Timer | undefined) => timer?.[Symbol.dispose]()

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (act, ms) => setTimeout(act, ms),
  clearTimeout: clear,
  setInterval: (act, ms) => setInterval(act, ms),
  clearInterval: clear
}
