import type { Database } from '../../src/database/database.ts'

/** Its transactions write at once, and stay open until they are let go. */
export function heldBack(database: Database) {
  const stored = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const held: Database = {
    ...database,
    transaction: work =>
      database.transaction(async sql => {
        const result = await work(sql)
        // Sends the writes that are still waiting.
        await sql.query('select')
        stored.resolve()
        await gate.promise
        return result
      })
  }
  return { held, stored: stored.promise, letGo: () => gate.resolve() }
}
