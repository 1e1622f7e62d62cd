import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_EVERY_MS = 20

/** Looks until there is something; for anything that announces no changes, like another process. */
export async function eventually<Found>(
  look: () => Found | Promise<Found>,
  what: string,
  { withinMs = 40_000, describe = () => '' }: { withinMs?: number; describe?: () => string } = {}
): Promise<NonNullable<Found>> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== null && found !== false) return found
    if (performance.now() > deadline)
      throw new Error(`Timed out after ${withinMs} ms waiting for ${what}. ${describe()}`)
    await sleep(LOOK_EVERY_MS)
  }
}
