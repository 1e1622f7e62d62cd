import { createHash } from 'node:crypto'
import pg from 'pg'
import { errorWords, StorageUnclear, TransientError } from '../errors.ts'
import { waryStream } from './wary-socket.ts'

type Row = Record<string, unknown>

/** Anything that runs SQL: the pool, or one transaction. */
export type Sql = {
  query(text: string, values?: unknown[]): Promise<Row[]>
  /** Only in a transaction: its last act, and what to do once it is over and known to be stored, or not. */
  atEnd?(act: () => Promise<void>, whenOver: (isStored: boolean) => void): void
}

export type Database = Sql & {
  /** Commits when `work` returns; rolls back when it throws. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  close(): Promise<void>
}

type DatabaseOptions = {
  url: string
  onConnectionLost: (error: Error) => void
  /** The most connections, and how many of them stay open however long they are idle; the others are closed after `idleMs`. */
  max?: number
  kept?: number
  idleMs?: number
  /** How long to wait for a free connection, and how long one statement may take. */
  connectMs?: number
  statementMs?: number
  /** A pooler sits in between: the next transaction may run on a connection that has not prepared what this one has. */
  isPooled?: boolean
}

// SQLSTATEs that a retry may get past: no connection, no resources, a shutdown, a deadlock, a system error, a database that
// accepts no connections or is read-only, as during a switchover.
const PASSING = /^(08|53|57|40|58|55000|25006)/

// A process that died or froze holds its locks no longer than this.
const IDLE_IN_TRANSACTION_MS = 15_000

/** The server did not answer in time. Any further query on the same connection would wait behind this one. */
class NoAnswer extends TransientError {
  override name = 'NoAnswer'
}

function toDatabaseFailure(error: unknown): unknown {
  // The driver could not make sense of the statement's values: no retry fixes that.
  if (error instanceof TypeError || error instanceof RangeError) return error
  const state = error instanceof pg.DatabaseError ? error.code : undefined
  if (state !== undefined && !PASSING.test(state)) return error
  const words = `The database did not do it: ${errorWords(error)}`
  return state === undefined ? new NoAnswer(words) : new TransientError(words)
}

const names = new Map<string, string>()

/** Under its name, each connection plans a statement once. There are as many texts as there are in the code. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, name)
  return name
}

export function createDatabase({
  url,
  onConnectionLost,
  max = 4,
  kept = 0,
  idleMs = 10_000,
  connectMs = 10_000,
  statementMs = 10_000,
  isPooled = false
}: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    ...waryStream(url),
    max,
    min: kept,
    idleTimeoutMillis: idleMs,
    // Whatever sits in between may drop an idle connection.
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs,
    pipeline: true,
    application_name: 'agent-followup'
  })
  // Sent with each transaction, in one go: a pooler like PgBouncer refuses or forgets what is set when a connection opens. Only
  // this side gives up on a single statement: the server may still carry it out, just as when only its answer is lost.
  const begin = `begin; set local statement_timeout = ${statementMs};
    set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`
  // A checked-out client that loses its server ends the process unless it has a listener of its own.
  pool.on('connect', client => client.on('error', onConnectionLost))
  // The client's own listener has already reported it.
  pool.on('error', () => {})

  async function ask(on: pg.Pool | pg.PoolClient, text: string, values?: unknown[]): Promise<Row[]> {
    try {
      const name = isPooled || values === undefined ? undefined : nameOf(text)
      return (await on.query<Row>({ text, ...(values && { values }), ...(name && { name }) })).rows
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
      // A connection that failed is discarded: its session may be read-only for good, or stuck behind a silent server.
      let failure: Error | undefined
      let isStored = false
      const atEnd: { act: () => Promise<void>; whenOver: (isStored: boolean) => void }[] = []
      const query: Sql['query'] = (text, values) =>
        ask(client, text, values).catch(error => {
          failure = error
          throw error
        })
      try {
        // Sent along with the first statement: if it fails, so does that.
        const begun = query(begin)
        begun.catch(() => {})
        const result = await work({ query, atEnd: (act, whenOver) => void atEnd.push({ act, whenOver }) })
        await begun
        for (const { act } of atEnd) await act()
        await query('commit').catch(error => {
          throw error instanceof NoAnswer ? new StorageUnclear(error.message) : error
        })
        isStored = true
        return result
      } catch (error) {
        if (failure === undefined) await query('rollback').catch(() => {})
        throw error
      } finally {
        client.release(failure)
        for (const { whenOver } of atEnd) whenOver(isStored)
      }
    },
    close: () => pool.end()
  }
}
