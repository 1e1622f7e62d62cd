import { setImmediate as nextTurn } from 'node:timers/promises'
import { AlreadyThere, StorageUnclear, TransientError } from '../errors.ts'
import type { Last, Row, Sql } from './database.ts'
import { LockTaken, NoAnswer } from './database-failure.ts'
import { createWrites, type Statement } from './writes.ts'

type Connection = {
  send(statement: Statement): Promise<Row[]>
  begin: string
  takeTurn(thing: string): Promise<void>
  /** A connection that failed is discarded: its session may be read-only for good, or stuck behind a silent server. */
  letGo(failure: Error | undefined): void
}

/** Waits until all of them are over, then fails as the first of those that failed. */
export async function allOf(promises: (Promise<unknown> | undefined)[]): Promise<void> {
  const failed = (await Promise.allSettled(promises)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** Each statement leaves as soon as it is known, in order, and waits only for answers that somebody needs. */
export async function carryOutTransaction<T>(connection: Connection, work: (sql: Sql) => Promise<T>): Promise<T> {
  let failure: Error | undefined
  let firstFailed: unknown
  // Once the last statement has left, only its answer tells whether everything is stored.
  let mayBeStored = false
  let isStored = false
  let begun: Promise<unknown> | undefined
  let end: { last: () => Last; whenOver: (isStored: boolean) => void } | undefined
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
    const last = end?.last()
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
      async takeTurn(thing) {
        // Once it has begun, it has locks of its own that others may wait for.
        if (begun === undefined) await connection.takeTurn(thing)
      },
      atEnd(last, whenOver) {
        end = { last, whenOver }
      }
    })
    await commit()
    isStored = true
    return result
  } catch (error) {
    if (begun !== undefined && !mayBeStored && failure === undefined) await send({ text: 'rollback' }).catch(() => {})
    throw mayBeStored && error instanceof NoAnswer ? new StorageUnclear(error.message) : error
  } finally {
    connection.letGo(failure)
    end?.whenOver(isStored)
  }
}
