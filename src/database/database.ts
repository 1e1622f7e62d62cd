import pg from 'pg'
import { errorWords, StorageUnclear, TransientError } from '../errors.ts'
import { waryStream } from './wary-socket.ts'

type Row = Record<string, unknown>

/** Whatever runs SQL: the pool, or one transaction. */
export type Sql = { query(text: string, values?: unknown[]): Promise<Row[]> }

export type Database = Sql & {
  /** Commits what `work` returns from; rolls back what it throws from. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  close(): Promise<void>
}

type DatabaseOptions = {
  url: string
  onConnectionLost: (error: Error) => void
  /** Connections at most, and how many of them stay open however long nothing is asked; the others are closed after `idleMs`. */
  max?: number
  kept?: number
  idleMs?: number
  /** How long a free connection is waited for, and how long one statement may take. */
  connectMs?: number
  statementMs?: number
}

// SQLSTATEs that time may mend: no connection, no resources, a shutdown, a deadlock, trouble of the machine, a database that takes
// nobody in or is read-only, as during a switchover.
const PASSING = /^(08|53|57|40|58|55000|25006)/

// A process that is gone or stands still holds its locks no longer than this.
const IDLE_IN_TRANSACTION_MS = 15_000

/** The server said nothing in time. Whatever would be asked on the same connection waits behind that. */
class NoAnswer extends TransientError {
  override name = 'NoAnswer'
}

function toDatabaseFailure(error: unknown): unknown {
  // Of what a statement was given, the driver could make nothing: no time mends that.
  if (error instanceof TypeError || error instanceof RangeError) return error
  const state = error instanceof pg.DatabaseError ? error.code : undefined
  if (state !== undefined && !PASSING.test(state)) return error
  const words = `The database did not do it: ${errorWords(error)}`
  return state === undefined ? new NoAnswer(words) : new TransientError(words)
}

export function createDatabase({
  url,
  onConnectionLost,
  max = 4,
  kept = 0,
  idleMs = 10_000,
  connectMs = 10_000,
  statementMs = 10_000
}: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    ...waryStream(url),
    max,
    min: kept,
    idleTimeoutMillis: idleMs,
    // What stands between may forget a connection on which nothing is said.
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs,
    application_name: 'agent-followup'
  })
  // Said with each transaction, in one go: what is said at the start of a connection, a pooler like PgBouncer refuses or forgets. A
  // single statement is given up by this side alone, and the server may still carry it out, as where only its answer is lost.
  const begin = `begin; set local statement_timeout = ${statementMs};
    set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`
  // Without a listener of its own, a client that loses its server while checked out ends the process.
  pool.on('connect', client => client.on('error', onConnectionLost))
  // The client has told already.
  pool.on('error', () => {})

  async function ask(on: pg.Pool | pg.PoolClient, text: string, values?: unknown[]): Promise<Row[]> {
    try {
      return (await on.query<Row>(text, values)).rows
    } catch (error) {
      throw toDatabaseFailure(error)
    }
  }

  return {
    query: (text, values) => ask(pool, text, values),
    async transaction(work) {
      const client = await pool.connect().catch(error => {
        throw toDatabaseFailure(error)
      })
      // A connection on which something failed is given up: a session can be read-only for good, or wait behind a silent server.
      let failure: Error | undefined
      const query: Sql['query'] = (text, values) =>
        ask(client, text, values).catch(error => {
          failure = error
          throw error
        })
      try {
        await query(begin)
        const result = await work({ query })
        await query('commit').catch(error => {
          throw error instanceof NoAnswer ? new StorageUnclear(error.message) : error
        })
        return result
      } catch (error) {
        if (failure === undefined) await query('rollback').catch(() => {})
        throw error
      } finally {
        client.release(failure)
      }
    },
    close: () => pool.end()
  }
}
