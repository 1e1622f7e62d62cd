import { loadSettings } from './config.ts'
import { createDatabase, type Database } from './database/database.ts'
import { cannotUseDatabase, migrate } from './database/open-databases.ts'
import { openServer } from './database/server/embedded-server.ts'
import { StartError } from './errors.ts'

/** For a program beside the bot, which may be running: of the settings, it needs only where the database is. */
export async function withDatabase(act: (database: Database) => Promise<void>): Promise<void> {
  const { config, problems } = loadSettings()
  const problem = problems.find(({ name }) => /^DATA/.test(name))
  if (problem) throw new StartError(`${problem.name} ${problem.words}`)
  const server = await openServer(config.database)
  const patience = { statementMs: 600_000, lockMs: 1_000, isPooled: true }
  const database = createDatabase({ url: server.url, ...patience, onConnectionLost() {} })
  await migrate(database).catch(cannotUseDatabase)
  await act(database)
  await database.close()
  await server.stop()
}
