const LOOK_EVERY_MS = 2_000

/** A SIGTERM to npm ends npm and its shell, and is not passed on: what they started notices that they are gone. */
export function onParentGone(act: () => void): void {
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    act()
  }, LOOK_EVERY_MS)
  looking.unref()
}
