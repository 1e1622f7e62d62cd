import { resolve } from 'node:path'
import { readSettings } from './config.ts'
import { createDatabase, type Database } from './database/database.ts'
import { cannotUseDatabase, isOfThisVersion } from './database/open-databases.ts'
import { openServer } from './database/server/embedded-server.ts'
import { isThere } from './database/server/programs.ts'
import { StartError } from './errors.ts'

const OTHER_VERSION =
  'The tables in this database are not of this version of Agent Follow-up. Use the version of the bot that runs on it, or start the bot of this version first.'

/** For a program beside the bot, which may be running: of the settings, it needs only where the database is. */
export async function withDatabase(act: (database: Database) => Promise<void>): Promise<void> {
  const { config, problems } = readSettings()
  const problem = problems.find(({ name }) => /^(DATA|\.env)/.test(name))
  if (problem) throw new StartError(`${problem.name} ${problem.words}`)
  const { url, dataDir } = config.database
  if (url === undefined && !(await isThere(resolve(dataDir, 'postgres/PG_VERSION'))))
    throw new StartError(`There is no database in ${resolve(dataDir)}. Set DATA_DIR or DATABASE_URL as for the bot.`)
  await using opened = new AsyncDisposableStack()
  const server = await openServer(config.database)
  opened.defer(server.stop)
  const patience = { statementMs: 600_000, lockMs: 1_000, isPooled: true }
  const database = createDatabase({ url: server.url, ...patience, onConnectionLost() {} })
  opened.defer(database.close)
  if (!(await isOfThisVersion(database).catch(cannotUseDatabase))) throw new StartError(OTHER_VERSION)
  await act(database)
}

/** Of a day in UTC. Any other way to write one is not a number: `05.03.` is two days, and February has no 31st. */
export function startOf(day: string): number {
  const ms = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(day) ? ms : Number.NaN
}
