import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { AlreadyThere, errorWords, StorageUnclear, TransientError } from '../errors.ts'
import { waryStream } from './wary-socket.ts'
import { createWrites, type Statement } from './writes.ts'

type Row = Record<string, unknown>

/** Anything that runs SQL: the pool, or one transaction. */
export type Sql = {
  query(text: string, values?: unknown[]): Promise<Row[]>
  /** A change whose outcome nobody asks for. What a transaction writes goes out together, before its next query or at its end. */
  write(text: string, values: unknown[]): Promise<void>
  /** Only in a transaction: its last statement, and what to do once it is over and known to be stored, or not. */
  atEnd?(last: () => Last, whenOver: (isStored: boolean) => void): void
}

/** Begins with `with`, so that what was written before can go along. */
type Last = Statement & { take: (rows: Row[]) => void }

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
// accepts no connections or is read-only, as during a switchover; or this process stood still in a transaction.
const PASSING = /^(08|53|57|40|58|55000|25006|25P03)/
const UNIQUE_VIOLATION = '23505'

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
  if (state === UNIQUE_VIOLATION) return new AlreadyThere(errorWords(error))
  if (state !== undefined && !PASSING.test(state)) return error
  const words = `The database did not do it: ${errorWords(error)}`
  // A pooler that lost the server says so, and knows no more than this side would.
  return state === undefined || state.startsWith('08') ? new NoAnswer(words) : new TransientError(words)
}

/** Fails as the first of them failed, once none of them is under way any more. */
async function allOf(promises: (Promise<unknown> | undefined)[]): Promise<void> {
  const failed = (await Promise.allSettled(promises)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
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
    write: async (text, values) => void (await ask(pool, text, values)),
    async transaction(work) {
      const client = await pool.connect().catch(error => {
        throw toDatabaseFailure(error)
      })
      // A connection that failed is discarded: its session may be read-only for good, or stuck behind a silent server.
      let failure: Error | undefined
      let firstFailed: unknown
      // Once it was sent, only the answer to the last statement tells whether everything is stored.
      let isOver = false
      let isStored = false
      let begun: Promise<unknown> | undefined
      let end: { last: () => Last; whenOver: (isStored: boolean) => void } | undefined
      const send = ({ text, values }: Statement) =>
        ask(client, text, values).catch(error => {
          firstFailed ??= error
          // What was sent after it fails only because of it.
          if (!(firstFailed instanceof AlreadyThere) || error instanceof TransientError) failure = error
          throw error
        })
      const query: Sql['query'] = async (text, values) => {
        // Sent along with the first statement: if it fails, so does that.
        begun ??= send({ text: begin })
        const rows = send({ text, values })
        await allOf([begun, rows])
        return rows
      }
      const writes = createWrites()
      async function carryOutWrites(): Promise<void> {
        const statement = writes.takeAll()
        if (statement) await query(statement.text, statement.values)
      }
      try {
        const result = await work({
          async query(text, values) {
            // The server takes them in this order: nobody waits for the first.
            const written = carryOutWrites()
            const rows = query(text, values)
            await allOf([written, rows])
            return rows
          },
          async write(text, values) {
            if (!writes.hasRoomFor(text)) await carryOutWrites()
            writes.add({ text, values })
          },
          atEnd(last, whenOver) {
            end = { last, whenOver }
          }
        })
        // Nothing is stored any more, and the server would answer the commit without an error.
        if (firstFailed !== undefined) throw firstFailed
        const last = end?.last()
        const statement = writes.takeAll(last)
        const stored = statement && send(statement)
        // The server undoes everything at the commit if the statement before it failed, so the commit leaves without waiting for
        // that answer; but the server knows nothing of a statement that the driver refused.
        if (begun !== undefined) await Promise.race([stored, nextTurn()])
        isOver = true
        await allOf([stored, begun && send({ text: 'commit' })])
        const rows = await stored
        if (rows) last?.take(rows)
        isStored = true
        return result
      } catch (error) {
        if (begun !== undefined && !isOver && failure === undefined) await send({ text: 'rollback' }).catch(() => {})
        throw isOver && error instanceof NoAnswer ? new StorageUnclear(error.message) : error
      } finally {
        client.release(failure)
        end?.whenOver(isStored)
      }
    },
    close: () => pool.end()
  }
}
