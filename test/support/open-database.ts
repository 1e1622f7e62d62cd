import { onTestFinished } from 'vitest'
import { createDatabase, type Database } from '../../src/database/database.ts'

/** Connections of another process to a database, until the test ends. */
export function openDatabase(url: string, options: Partial<Parameters<typeof createDatabase>[0]> = {}): Database {
  const database = createDatabase({ url, onConnectionLost: () => {}, ...options })
  onTestFinished(() => database.close())
  return database
}
