export type Changes = ReturnType<typeof createChanges>

/** Tells listeners that something changed, once per batch of changes. */
export function createChanges() {
  const listeners = new Set<() => void>()
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
    return () => listeners.delete(listener)
  }

  return { changed, onChange }
}
