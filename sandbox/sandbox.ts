import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { SETTING_NAMES, type SettingName } from '../src/config.ts'
import { startEmbeddedServer } from '../src/database/server/embedded-server.ts'
import { openControlServer } from './control/control-server.ts'
import { openStage, readManifest } from './open-stage.ts'
import { createChanges } from './shared/changes.ts'

export type SandboxOptions = {
  /** The first port to try for the page. */
  port: number
  /** Instead of its own server. */
  databaseUrl?: string
  /** Instead of the bot in `src`. */
  botProgram?: string
}

export type Sandbox = Awaited<ReturnType<typeof createSandbox>>

/** The whole product on this machine: the stand-ins, a database, the bot as a separate process, and the page. */
export async function createSandbox({ port, databaseUrl, botProgram }: SandboxOptions) {
  const endings: (() => Promise<unknown>)[] = []
  async function stop(): Promise<void> {
    // Last opened, first closed: nothing is closed while something else still uses it.
    for (let end = endings.pop(); end; end = endings.pop()) await end()
  }

  try {
    const folder = await mkdtemp(join(tmpdir(), 'agent-followup-sandbox-'))
    endings.push(() => rm(folder, { recursive: true, force: true }))
    const manifest = await readManifest()
    const database = databaseUrl === undefined ? await openDatabase(folder) : { url: databaseUrl, stop: async () => {} }
    endings.push(database.stop)
    const { changed, onChange } = createChanges(() => stage.slack.inventory())
    const open = () =>
      openStage({
        manifest,
        toEnvironment: settings => botEnvironment({ ...settings, DATABASE_URL: database.url, PORT: '0' }),
        cwd: folder,
        ...(botProgram && { program: botProgram }),
        onChange: changed
      })
    let stage = await open()
    endings.push(() => stage.stop())

    /** As on the first day: an empty database, the same people and jobs, and a new bot. */
    async function reset(): Promise<void> {
      await stage.stop()
      await emptyDatabase(database.url)
      stage = await open()
      stage.bot.start()
      changed()
    }
    let resetting: Promise<void> | undefined
    const resetOnce = () => {
      resetting ??= reset().finally(() => {
        resetting = undefined
      })
      return resetting
    }

    const control = await openControlServer({ port, stage: () => stage, reset: resetOnce, onChange })
    endings.push(control.stop)
    stage.bot.start()
    return {
      url: control.url,
      folder,
      get slack() {
        return stage.slack
      },
      get agent() {
        return stage.agent
      },
      get bot() {
        return stage.bot
      },
      stop
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Held by the sandbox, so that it survives a killed bot and still ends with the sandbox. */
async function openDatabase(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  // Nothing here has to survive a power cut.
  const server = await startEmbeddedServer(folder, { fsync: 'off', synchronous_commit: 'off' })
  return {
    url: server.url,
    async stop() {
      await dropConnections(server.url)
      await server.stop()
    }
  }
}

const DROP_CONNECTIONS =
  "select pg_terminate_backend(pid, 5000) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() and datname = current_database()"

/** A killed bot may have left some, and a server in use does not stop. */
const dropConnections = (url: string) => runSql(url, [DROP_CONNECTIONS])

const emptyDatabase = (url: string) => runSql(url, [DROP_CONNECTIONS, 'drop schema if exists followup cascade'])

async function runSql(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** None of the person's own settings reach the bot: they could connect it to a real workspace. */
function botEnvironment(settings: Partial<Record<SettingName, string>>): Record<string, string> {
  const names = new Set<string>(SETTING_NAMES)
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || names.has(name) ? [] : [[name, value] as const]
  )
  return { ...Object.fromEntries(inherited), ...settings }
}
