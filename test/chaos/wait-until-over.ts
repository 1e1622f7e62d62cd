import { setTimeout as sleep } from 'node:timers/promises'
import { countUnfinished } from './count-what-is-left.ts'

const OVER_WITHIN_MS = 400_000
// Whether a job took a follow-up together with the previous one shows only after two minutes at rest.
const STUCK_AFTER_MS = 180_000

/** Until everything has ended, or nothing has for so long that the rest must be lost. */
export async function waitUntilOver(url: string): Promise<void> {
  const startedAt = performance.now()
  // The database may be restarting right now.
  const count = () => countUnfinished(url).catch(() => -1)
  let unfinished = await count()
  let changedAt = startedAt
  while (unfinished !== 0 && performance.now() - startedAt < OVER_WITHIN_MS) {
    await sleep(250)
    const left = await count()
    if (left !== unfinished) changedAt = performance.now()
    else if (performance.now() - changedAt > STUCK_AFTER_MS) return
    unfinished = left
  }
}
