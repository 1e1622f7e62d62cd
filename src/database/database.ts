import { createHash } from 'node:crypto'
import pg from 'pg'
import { carryOutTransaction } from './carry-out-transaction.ts'
import { LockTaken, toDatabaseFailure } from './database-failure.ts'
import { createTurns } from './turns.ts'
import type { Statement } from './writes.ts'

export type Row = Record<string, unknown>

/** Anything that runs SQL: the pool, or one transaction. */
export type Sql = {
  query(text: string, values?: unknown[]): Promise<Row[]>
  /** A change whose outcome nobody asks for. What a transaction writes goes out together, before its next query or at its end. */
  write(text: string, values: unknown[]): Promise<void>
  /** Only in a transaction: until it ends, no other of this process that asks for that starts. Whoever waits has no connection. */
  takeTurn?(thing: string): Promise<void>
  /** Only in a transaction: its last statement, and what to do once it is over and known to be stored, or not. */
  atEnd?(last: () => Last, whenOver: (isStored: boolean) => void): void
}

/** Begins with `with`, so that what was written before can go along. */
export type Last = Statement & { take: (rows: Row[]) => void }

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
  /** How long to wait for a free connection, how long one statement may take, and how long it may wait for a lock. */
  connectMs?: number
  statementMs?: number
  lockMs?: number
  /** A pooler sits in between: the next transaction may run on a connection that has not prepared what this one has. */
  isPooled?: boolean
}

// A process that died or froze holds its locks no longer than this.
const IDLE_IN_TRANSACTION_MS = 15_000

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
  // Whoever waits for a lock keeps one of these few connections from everybody else.
  lockMs = 300,
  isPooled = false
}: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
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
  const begin = `begin; set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs};
    set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`
  // A checked-out client that loses its server ends the process unless it has a listener of its own.
  pool.on('connect', client => client.on('error', onConnectionLost))
  // The client's own listener has already reported it.
  pool.on('error', () => {})

  const lineUp = createTurns()
  const connect = () =>
    pool.connect().catch(error => {
      throw toDatabaseFailure(error)
    })

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
      let client = await connect()
      let isConnected = true
      let turn: ReturnType<typeof lineUp> | undefined
      const send = ({ text, values }: Statement) => ask(client, text, values)
      const letGo = (failure?: Error) => {
        if (isConnected) client.release(failure)
        isConnected = false
      }
      async function takeTurn(thing: string): Promise<void> {
        if (turn) return
        turn = lineUp(thing)
        if (turn.before === undefined) return
        letGo()
        await turn.before
        client = await connect()
        isConnected = true
      }
      return carryOutTransaction({ send, begin, letGo, takeTurn }, work)
        .catch(error => {
          if (error instanceof LockTaken) turn?.reject(error)
          throw error
        })
        .finally(() => turn?.resolve())
    },
    close: () => pool.end()
  }
}
