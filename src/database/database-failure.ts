import pg from 'pg'
import { AlreadyThere, errorWords, TransientError } from '../errors.ts'

// SQLSTATEs that a retry may get past: no connection, no resources, a shutdown, a deadlock, a system error, a database that
// accepts no connections or is read-only, as during a switchover; or this process stood still in a transaction.
const PASSING = /^(08|53|57|40|58|55000|25006|25P03)/
const UNIQUE_VIOLATION = '23505'

/** The server did not answer in time. Any further query on the same connection would wait behind this one. */
export class NoAnswer extends TransientError {
  override name = 'NoAnswer'
}

export function toDatabaseFailure(error: unknown): unknown {
  // The driver could not make sense of the statement's values: no retry fixes that.
  if (error instanceof TypeError || error instanceof RangeError) return error
  const state = error instanceof pg.DatabaseError ? error.code : undefined
  if (state === UNIQUE_VIOLATION) return new AlreadyThere(errorWords(error))
  if (state !== undefined && !PASSING.test(state)) return error
  const words = `The database did not do it: ${errorWords(error)}`
  // A pooler that lost the server says so, and knows no more than this side would.
  return state === undefined || state.startsWith('08') ? new NoAnswer(words) : new TransientError(words)
}
