import type { SlackClock } from './slack-clock.ts'

export type ThreadStatus = { channel: string; thread_ts: string; status: string }

const SHOWN_FOR_MS = 120_000

const keyOf = ({ channel, thread_ts }: Pick<ThreadStatus, 'channel' | 'thread_ts'>) => `${channel} ${thread_ts}`

/** What threads say of the app: for two minutes, or until the app writes there. */
export function createThreadStatuses(clock: SlackClock, changed: () => void) {
  const asked = new Map<string, ThreadStatus & { atMs: number; isOver: boolean }>()

  const toStatus = ({ channel, thread_ts, status }: ThreadStatus): ThreadStatus => ({ channel, thread_ts, status })

  return {
    set(wanted: ThreadStatus): void {
      if (wanted.status === '') asked.delete(keyOf(wanted))
      else asked.set(keyOf(wanted), { ...wanted, atMs: clock.now(), isOver: false })
      changed()
      // Whoever looks at the page sees it go.
      setTimeout(changed, SHOWN_FOR_MS).unref()
    },
    /** The app wrote there. */
    end(thread: Pick<ThreadStatus, 'channel' | 'thread_ts'>): void {
      const known = asked.get(keyOf(thread))
      if (known) known.isOver = true
    },
    shown: (): ThreadStatus[] =>
      [...asked.values()].filter(({ atMs, isOver }) => !isOver && clock.now() - atMs < SHOWN_FOR_MS).map(toStatus),
    notCleared: (): ThreadStatus[] => [...asked.values()].map(toStatus)
  }
}
