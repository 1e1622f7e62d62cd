import type { Database, Sql } from './database.ts'

/** The database for steps inside a transaction under way: whatever they do is stored with it, or not at all. */
export const inTransaction = (sql: Sql, { close }: Database): Database => ({
  ...sql,
  transaction: work => work(sql),
  close
})
