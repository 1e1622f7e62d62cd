import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createDatabase } from '../../src/database/database.ts'
import { migrate } from '../../src/database/open-databases.ts'
import { initialiseFolder, startEmbeddedServer } from '../../src/database/server/embedded-server.ts'
import { findOwner, findPrograms } from '../../src/database/server/programs.ts'
import { adminUrl } from './admin-url.ts'
import { copyDataDir } from './copy-data-dir.ts'
import { describeSchema } from './empty-database.ts'
import { fastestFolder } from './fastest-folder.ts'
import { runSql } from './run-sql.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** `schema` describes the template's, to tell whether a copy was changed. */
    databaseServer: { url: string; template: string; schema: string }
    /** The data folder of an embedded database that was never started, for tests to copy. */
    newDataDir: string
  }
}

const TEMPLATE = 'followup_template'

// Nothing here has to survive a power cut.
export const NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '128MB',
  max_connections: '200'
}

/** One PostgreSQL for the whole run, with a database to copy for each test. It is a daemon; returns what stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(await fastestFolder(), 'agent-followup-test-'))
  endWithTheRun(dataDir)
  const newDataDir = join(dataDir, 'new')
  const owner = await findOwner()
  await initialiseFolder(`${newDataDir}/postgres`, await findPrograms(owner), owner)
  await copyDataDir(newDataDir, dataDir)
  project.provide('newDataDir', newDataDir)
  const server = await startEmbeddedServer(dataDir, NOT_DURABLE)

  async function teardown(): Promise<void> {
    // A failed test may have left connections, and a server in use does not stop.
    const others = `backend_type = 'client backend' and pid <> pg_backend_pid()`
    await runSql(adminUrl(server.url), `select pg_terminate_backend(pid) from pg_stat_activity where ${others}`)
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }

  try {
    const schema = await createTemplate(server.url)
    project.provide('databaseServer', { url: server.url, template: TEMPLATE, schema })
    return teardown
  } catch (error) {
    await teardown()
    throw error
  }
}

// The server is a daemon, and a killed run tears nothing down: something else has to notice.
const WATCH = `
  while kill -0 "$1" 2>/dev/null; do sleep 1; done
  server=$(head -n 1 "$2/postgres/postmaster.pid" 2>/dev/null) && kill -INT "$server"
  while kill -0 "$server" 2>/dev/null; do sleep 1; done
  rm -rf "$2"`

/** Ends the server of a data folder, and removes the folder, once this process is gone, however it went. */
function endWithTheRun(dataDir: string): void {
  const watch = spawn('sh', ['-c', WATCH, 'sh', String(process.pid), dataDir], { detached: true, stdio: 'ignore' })
  watch.on('error', () => {})
  watch.unref()
}

async function createTemplate(serverUrl: string): Promise<string> {
  await runSql(adminUrl(serverUrl), `create database ${TEMPLATE} owner followup`)
  const url = Object.assign(new URL(serverUrl), { pathname: `/${TEMPLATE}` }).href
  const database = createDatabase({ url, onConnectionLost: () => {} })
  await migrate(database)
  const schema = await describeSchema(database)
  await database.close()
  // A database in use cannot be copied: from here on nobody can connect.
  await runSql(adminUrl(serverUrl), `alter database ${TEMPLATE} with is_template true allow_connections false`)
  return schema
}
