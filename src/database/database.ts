import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { AlreadyThere, errorWords, StorageUnclear, TransientError } from '../errors.ts'

// SQLSTATEs that a retry may get past: no connection, no resources, a shutdown, a deadlock, a system error, a database that
// accepts no connections or is read-only, as during a switchover; or this process stood still in a transaction.
const PASSING = /^(08|53|57|40|58|55000|25006|25P03)/
const UNIQUE_VIOLATION = '23505'
const LOCK_NOT_AVAILABLE = '55P03'
// The driver already knew that the connection was lost, and sent nothing.
const NEVER_LEFT = /is not queryable$/

/** There was no answer, so nobody here knows whether the server did it. */
class NoAnswer extends TransientError {}

export class LockTaken extends TransientError {}

function toDatabaseFailure(error: unknown): unknown {
  // The driver could not make sense of the statement's values: no retry fixes that.
  if (error instanceof TypeError || error instanceof RangeError) return error
  const state = error instanceof pg.DatabaseError ? error.code : undefined
  if (state === UNIQUE_VIOLATION) return new AlreadyThere(errorWords(error))
  if (state === LOCK_NOT_AVAILABLE) return new LockTaken(errorWords(error))
  if (state !== undefined && !PASSING.test(state)) return error
  const words = `The database did not do it: ${errorWords(error)}`
  // A pooler that lost the server says so, and knows no more than this side would.
  const isUnanswered = state === undefined ? !NEVER_LEFT.test(words) : state.startsWith('08')
  return isUnanswered ? new NoAnswer(words) : new TransientError(words)
}

export type Statement = { text: string; values?: unknown[] | undefined }

function createWrites() {
  let waiting: Statement[] = []

  return {
    /** No part of a statement sees what the others change, so each table is changed by one of them. */
    hasRoomFor: (text: string) => waiting.every(write => tableOf(write.text) !== tableOf(text)),
    add: (write: Statement) => void waiting.push(write),
    takeAll(last?: Statement): Statement | undefined {
      const writes = waiting
      waiting = []
      return writes.length === 0 ? last : inOne(writes, last)
    }
  }
}

const tableOf = (text: string) => /(?:insert into|update|delete from) ([\w.]+)/.exec(text)?.[1]

export async function carryOut(sql: Pick<Sql, 'query'>, ...changes: Statement[]): Promise<unknown> {
  if (changes.length === 0) return null
  const { text, values } = inOne(changes, { text: `with nothing as (select) select ${changedBy(changes)}` })
  const [row] = await sql.query(text, values)
  return row?.changed ?? null
}

export const changedBy = ({ length }: Statement[]): string =>
  length === 0 ? 'null as changed' : `(select to_json(write_${length - 1}) from write_${length - 1}) as changed`

export function inOne(writes: Statement[], last: Statement = { text: 'with nothing as (select) select' }): Statement {
  const named = writes.map(({ text, values }, at) => ({ text: `write_${at} as (${text})`, values }))
  const values: unknown[] = []
  const texts = [...named, { ...last, text: last.text.replace(/^with /, '') }].map(part => {
    const before = values.length
    values.push(...(part.values ?? []))
    return part.text.replaceAll(/\$(\d+)/g, (_, number) => `$${Number(number) + before}`)
  })
  return { text: `with ${texts.join(', ')}`, values }
}

type Connection = {
  send(statement: Statement): Promise<Row[]>
  begin: string
  waitForTurn(thing: string): Promise<void>
  /** A connection that failed is discarded: its session may be read-only for good, or stuck behind a silent server. */
  letGo(failure: Error | undefined): Promise<void>
}

export async function allOf(promises: (Promise<unknown> | undefined)[]): Promise<void> {
  const failed = (await Promise.allSettled(promises)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** Each statement leaves as soon as it is known, in order, and waits only for answers that somebody needs. */
async function carryOutTransaction<T>(connection: Connection, work: (sql: Sql) => Promise<T>): Promise<T> {
  let failure: Error | undefined
  let firstFailed: unknown
  // Once the last statement has left, only its answer tells whether everything is stored.
  let mayBeStored = false
  let isStored = false
  let begun: Promise<unknown> | undefined
  let lastOf: (() => Last) | undefined
  const whenOver: ((isStored: boolean) => void)[] = []
  const writes = createWrites()

  const send = (statement: Statement) =>
    connection.send(statement).catch(error => {
      firstFailed ??= error
      // What was sent after it fails only because of it.
      const isSound = firstFailed instanceof AlreadyThere || firstFailed instanceof LockTaken
      if (!isSound || (error !== firstFailed && error instanceof TransientError)) failure = error
      throw error
    })

  async function ask(statement: Statement): Promise<Row[]> {
    // Sent along with the first statement, which fails if this does.
    begun ??= send({ text: connection.begin })
    const rows = send(statement)
    await allOf([begun, rows])
    return rows
  }

  async function carryOutWrites(): Promise<void> {
    const statement = writes.takeAll()
    if (statement) await ask(statement)
  }

  async function commit(): Promise<void> {
    // The server will store nothing now, and would still answer the commit without an error.
    if (firstFailed !== undefined) throw firstFailed
    const last = lastOf?.()
    const statement = writes.takeAll(last)
    const stored = statement && send(statement)
    // The server undoes everything at the commit if the statement before it failed, so the commit leaves without waiting for that
    // answer; but the server knows nothing of a statement that the driver refused.
    if (begun !== undefined) await Promise.race([stored, nextTurn()])
    mayBeStored = true
    await allOf([stored, begun && send({ text: 'commit' })])
    const rows = await stored
    if (rows) last?.take(rows)
  }

  try {
    const result = await work({
      async query(text, values) {
        // The server takes them in this order, so the second need not wait for the first.
        const written = carryOutWrites()
        const rows = ask({ text, values })
        await allOf([written, rows])
        return rows
      },
      async write(text, values) {
        if (!writes.hasRoomFor(text)) await carryOutWrites()
        writes.add({ text, values })
      },
      async waitForTurn(thing) {
        // Once it has begun, it has locks of its own that others may wait for.
        if (begun === undefined) await connection.waitForTurn(thing)
      },
      atEnd(act, last) {
        whenOver.push(act)
        lastOf = last ?? lastOf
      }
    })
    await commit()
    isStored = true
    return result
  } catch (error) {
    if (begun !== undefined && !mayBeStored && failure === undefined) await send({ text: 'rollback' }).catch(() => {})
    throw mayBeStored && error instanceof NoAnswer ? new StorageUnclear(error.message) : error
  } finally {
    await connection.letGo(failure)
    for (const act of whenOver) act(isStored)
  }
}

/** One after the other, those of this process who need the same thing. Whoever is refused it speaks for all who wait behind. */
function createTurns() {
  const last = new Map<string, Promise<void>>()

  return function lineUp(thing: string) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const before = last.get(thing)
    last.set(thing, promise)
    const forget = () => void (last.get(thing) === promise && last.delete(thing))
    promise.then(forget, forget)
    return { before, resolve, reject }
  }
}

type Row = Record<string, unknown>

export type Sql = {
  query(text: string, values?: unknown[]): Promise<Row[]>
  /** A change whose outcome nobody asks for. What a transaction writes goes out together, before its next query or at its end. */
  write(text: string, values: unknown[]): Promise<void>
  /** Only in a transaction: until it ends, no other of this process that asks for that starts. Whoever waits has no connection. */
  waitForTurn?(thing: string): Promise<void>
  /** Only in a transaction: what to do once it is over and known to be stored, or not; and its last statement. */
  atEnd?(whenOver: (isStored: boolean) => void, last?: () => Last): void
}

type Last = Statement & { take: (rows: Row[]) => void }

export type Database = Sql & {
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  connections(): Record<string, number>
  close(): Promise<void>
}

type DatabaseOptions = {
  url: string
  onConnectionLost: (error: Error) => void
  max?: number
  kept?: number
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
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return name
}

export function createDatabase({
  url,
  onConnectionLost,
  max = 4,
  kept = 0,
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
  pool.on('error', () => {})

  const lineUp = createTurns()
  /** If that fails, nothing has left yet. */
  const connect = () =>
    pool.connect().catch(error => {
      const failure = toDatabaseFailure(error)
      throw failure instanceof NoAnswer ? new TransientError(failure.message) : failure
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
      let client: Promise<pg.PoolClient> | undefined
      let turn: ReturnType<typeof lineUp> | undefined
      async function send({ text, values }: Statement): Promise<Row[]> {
        client ??= connect()
        return ask(await client, text, values)
      }
      const letGo = async (failure?: Error) => (await client?.catch(() => undefined))?.release(failure)
      async function waitForTurn(thing: string): Promise<void> {
        turn ??= lineUp(thing)
        await turn.before
      }
      return carryOutTransaction({ send, begin, letGo, waitForTurn }, work)
        .catch(error => {
          if (error instanceof LockTaken) turn?.reject(error)
          throw error
        })
        .finally(() => turn?.resolve())
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end()
  }
}
