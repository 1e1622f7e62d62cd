import pg from 'pg'

type Row = Record<string, unknown>

/** Whatever runs SQL: the pool, or one transaction. */
export type Sql = { query(text: string, values?: unknown[]): Promise<Row[]> }

export type Database = Sql & {
  /** Commits what `work` returns from; rolls back what it throws from. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  close(): Promise<void>
}

type DatabaseOptions = { url: string; onConnectionLost: (error: Error) => void }

export function createDatabase({ url, onConnectionLost }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    // Slack waits 3 s for an acknowledgement: better a clear "not stored" than none at all.
    connectionTimeoutMillis: 2_000,
    query_timeout: 10_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'agent-followup'
  })
  pool.on('error', onConnectionLost)
  // Without a listener of its own, a client that loses its server while checked out ends the process.
  pool.on('connect', client => client.on('error', onConnectionLost))

  return {
    query: async (text, values) => (await pool.query<Row>(text, values)).rows,
    async transaction(work) {
      const client = await pool.connect()
      let broken: Error | undefined
      try {
        await client.query('begin')
        const result = await work({ query: async (text, values) => (await client.query<Row>(text, values)).rows })
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch(failure => {
          broken = failure
        })
        throw error
      } finally {
        client.release(broken)
      }
    },
    close: () => pool.end()
  }
}
