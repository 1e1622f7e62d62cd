import { setTimeout as sleep } from 'node:timers/promises'

/** How one command ended: taken, refused in words, or not answered as Slack expects. */
export type Answered = 'taken' | 'refused' | 'failed'

export type Driven = { counts: Record<Answered, number>; latenciesMs: number[]; elapsedMs: number }

type Act = () => Promise<Answered>

function tally() {
  const counts = { taken: 0, refused: 0, failed: 0 }
  const latenciesMs: number[] = []
  return {
    counts,
    latenciesMs,
    note(answered: Answered, latencyMs: number): void {
      counts[answered] += 1
      latenciesMs.push(latencyMs)
    }
  }
}

/** Keeps this many under way for this long: the next one starts when one is answered. */
export async function closedLoop({ act, atOnce, ms }: { act: Act; atOnce: number; ms: number }): Promise<Driven> {
  const { counts, latenciesMs, note } = tally()
  const startedAt = performance.now()
  async function one(): Promise<void> {
    while (performance.now() - startedAt < ms) {
      const from = performance.now()
      note(await act(), performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return { counts, latenciesMs, elapsedMs: performance.now() - startedAt }
}

type Steady = { act: Act; perSecond: number; ms?: number; goOn?: () => boolean }

/** Starts one after the other at a steady rate, however long each takes. Each is timed from when it was to start. */
export async function openLoop({ act, perSecond, ms = Infinity, goOn = () => true }: Steady): Promise<Driven> {
  const { counts, latenciesMs, note } = tally()
  const startedAt = performance.now()
  const underWay: Promise<void>[] = []
  const count = Math.round((perSecond * ms) / 1_000)
  for (let number = 0; number < count && goOn(); number++) {
    const dueAt = startedAt + (number * 1_000) / perSecond
    const waitMs = dueAt - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    // A timer may be a fraction of a millisecond early.
    const from = Math.min(dueAt, performance.now())
    underWay.push(act().then(answered => note(answered, performance.now() - from)))
  }
  const elapsedMs = performance.now() - startedAt
  await Promise.all(underWay)
  return { counts, latenciesMs, elapsedMs }
}
