/** One after the other, those of this process who need the same thing. Whoever is refused it speaks for all who wait behind. */
export function createTurns() {
  const last = new Map<string, Promise<void>>()

  return function lineUp(thing: string) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const before = last.get(thing)
    last.set(thing, promise)
    const forget = () => void (last.get(thing) === promise && last.delete(thing))
    promise.then(forget, forget)
    return { before, resolve, reject }
  }
}
