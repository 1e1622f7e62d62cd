import pg from 'pg'
import type { Clock, Timer } from './clock.ts'

const CONNECT_AGAIN_MS = 1_000
const WITHIN_MS = 10_000

type ListenOptions = {
  url: string
  channel: string
  clock: Clock
  onNotice: (payload: string) => void
  /** Something may have been announced while nobody listened. */
  onListening: () => void
  /** Called for every try that fails, and when the connection is lost. */
  onLost: (error: unknown) => void
}

export type Listening = {
  isOn(): boolean
  close(): Promise<void>
}

/** Hears what is announced on a channel, on a connection of its own. A lost connection is replaced. */
export async function listen({
  url,
  channel,
  clock,
  onNotice,
  onListening,
  onLost
}: ListenOptions): Promise<Listening> {
  let isOn = false
  let isClosed = false
  let timer: Timer | undefined
  let client: pg.Client | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
      connectionTimeoutMillis: WITHIN_MS,
      query_timeout: WITHIN_MS,
      application_name: 'agent-followup'
    })
    client = next
    let isOver = false
    const end = (error: unknown) => {
      if (isOver) return
      isOver = true
      isOn = false
      void next.end().catch(() => {})
      if (isClosed) return
      onLost(error)
      timer = clock.setTimeout(() => void connect(), CONNECT_AGAIN_MS)
    }
    next.on('error', end)
    next.on('end', () => end(new Error('The connection ended')))
    next.on('notification', ({ payload = '' }) => onNotice(payload))
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      if (isOver) return
      isOn = true
      onListening()
    } catch (error) {
      end(error)
    }
  }

  await connect()
  return {
    isOn: () => isOn,
    async close() {
      isClosed = true
      clock.clearTimeout(timer)
      await client?.end().catch(() => {})
    }
  }
}
