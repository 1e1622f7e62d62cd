export type EditPace = ReturnType<typeof createEditPace>

/** Slack takes about fifty a minute from an app, in all channels together. */
const APART_MS = 1_200

/**
 * What all edits of this process share. They go out as they come until Slack asks to wait: then all wait, and line up, so that
 * they do not all come back at the same moment.
 */
export function createEditPace({ monotonicMs }: { monotonicMs: () => number }) {
  let closedUntilMs = 0
  /** When the line ends. */
  let freeAtMs = 0
  const turns = new Map<string, number>()

  return {
    close(forMs: number): void {
      closedUntilMs = Math.max(closedUntilMs, monotonicMs() + forMs)
    },

    /** Takes the turn of that message if it has come; otherwise says how long it is until then, and keeps that turn for it. */
    takeTurn(message: string): number {
      const nowMs = monotonicMs()
      if (nowMs >= Math.max(closedUntilMs, freeAtMs)) {
        turns.clear()
        return 0
      }
      const turn = turns.get(message)
      if (turn !== undefined && turn >= closedUntilMs) {
        if (turn <= nowMs) turns.delete(message)
        return Math.max(turn - nowMs, 0)
      }
      const nextMs = Math.max(closedUntilMs, freeAtMs)
      turns.set(message, nextMs)
      freeAtMs = nextMs + APART_MS
      return nextMs - nowMs
    }
  }
}
