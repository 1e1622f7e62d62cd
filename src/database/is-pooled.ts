import pg from 'pg'

const WITHIN_MS = 10_000

/**
 * Whether a pooler like PgBouncer sits in between. It may run each transaction on a different connection, so nothing tied to a
 * session, like `listen`, is reliable. It reports a process id of its own, not the server's.
 */
export async function isPooled(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
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
