import pg from 'pg'
import { AlreadyThere, errorWords, TransientError } from '../errors.ts'

// SQLSTATEs that a retry may get past: no connection, no resources, a shutdown, a deadlock, a system error, a database that
// accepts no connections or is read-only, as during a switchover; or this process stood still in a transaction.
const PASSING = /^(08|53|57|40|58|55000|25006|25P03)/
const UNIQUE_VIOLATION = '23505'
const LOCK_NOT_AVAILABLE = '55P03'
// The driver already knew that the connection was lost, and sent nothing.
const NEVER_LEFT = /is not queryable$/

/** There was no answer, so nobody here knows whether the server did it. */
export class NoAnswer extends TransientError {}

export class LockTaken extends TransientError {}

export function toDatabaseFailure(error: unknown): unknown {
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
