import { createReadAllowance } from './read-allowance.ts'

/** A look is hardly more than waiting for the agent service. */
const AT_ONCE = 1_000
const GATHER_MS = 100

type Deps = {
  readsPerMinute: number
  now: () => number
  /** Undefined where nothing happens on its own. */
  setTimeout: ((act: () => void, ms: number) => unknown) | undefined
}

/** What all looks of this process share, and what bounds them. */
export function openLooks({ readsPerMinute, now, setTimeout }: Deps) {
  const allowance = createReadAllowance(readsPerMinute, now)
  return {
    limit: { atOnce: AT_ONCE, allowance },
    deps: {
      countRead: allowance.countUnasked,
      gatherLooks: async () => {
        if (setTimeout) await new Promise<void>(done => setTimeout(done, GATHER_MS))
      }
    }
  }
}
