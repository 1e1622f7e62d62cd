import pg from 'pg'
import { waryStream } from './wary-socket.ts'

const WITHIN_MS = 10_000

/**
 * Whether a pooler like PgBouncer stands between, which may do each transaction on another connection: nothing that belongs to a
 * session, like `listen`, can be relied on then. It introduces itself with a process of its own, not with the server's.
 */
export async function isPooled(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    ...waryStream(url),
    connectionTimeoutMillis: WITHIN_MS,
    query_timeout: WITHIN_MS,
    application_name: 'agent-followup'
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return 'processID' in client && client.processID !== rows[0]?.pid
  } finally {
    await client.end().catch(() => {})
  }
}
