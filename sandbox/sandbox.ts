import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedServer } from '../src/database/embedded-server.ts'
import { SETTINGS } from '../src/settings.ts'
import { createStandInAgent } from './agent/stand-in-agent.ts'
import { createBotProcess } from './bot-process.ts'
import { openControlServer } from './control/control-server.ts'
import { readManifest } from './read-manifest.ts'
import { seedWorkspace } from './seed-workspace.ts'
import { settingsFor } from './settings-for.ts'
import { createChanges } from './shared/changes.ts'
import { createStandInSlack } from './slack/stand-in-slack.ts'
import { startGuardian } from './start-guardian.ts'

export type SandboxOptions = {
  /** The first port to try for the page. */
  port: number
  /** Instead of its own server. */
  databaseUrl?: string
}

export type Sandbox = Awaited<ReturnType<typeof createSandbox>>

/** The whole product on this machine: both stand-ins, a database, the bot as a separate process, and the page. */
export async function createSandbox({ port, databaseUrl }: SandboxOptions) {
  const endings: (() => Promise<unknown>)[] = []
  async function stop(): Promise<void> {
    // Last opened, first closed: nothing is closed while something else still uses it.
    for (let end = endings.pop(); end; end = endings.pop()) await end()
  }

  try {
    const folder = await mkdtemp(join(tmpdir(), 'agent-followup-sandbox-'))
    endings.push(() => rm(folder, { recursive: true, force: true }))
    const guardian = startGuardian(folder)
    endings.push(guardian.stop)
    const manifest = await readManifest()
    const [command] = manifest.features.slash_commands
    const slack = await createStandInSlack({
      botScopes: manifest.oauth_config.scopes.bot,
      botEvents: manifest.settings.event_subscriptions.bot_events,
      commands: manifest.features.slash_commands.map(({ command: name }) => name),
      escapeCommandText: command?.should_escape ?? false
    })
    endings.push(slack.stop)
    const agent = await createStandInAgent()
    endings.push(agent.stop)
    const database = databaseUrl === undefined ? await openDatabase(folder) : { url: databaseUrl, stop: async () => {} }
    endings.push(database.stop)
    await seedWorkspace(slack, agent)

    const { changed, onChange } = createChanges(slack.inventory)
    slack.onChange(changed)
    agent.onChange(changed)

    const bot = createBotProcess({
      env: botEnvironment({
        ...settingsFor(slack, agent),
        DATABASE_URL: database.url,
        PORT: '0'
      }),
      cwd: folder,
      isConnected: () => slack.sockets() > 0,
      onChange: changed,
      onPid: guardian.tell
    })
    endings.push(bot.stop)
    const control = await openControlServer({ port, slack, agent, bot, manifest, onChange })
    endings.push(control.stop)
    bot.start()
    return { url: control.url, folder, slack, agent, bot, stop }
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

/** A killed bot may have left some, and a server in use does not stop. */
async function dropConnections(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    "select pg_terminate_backend(pid, 5000) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()"
  )
  await client.end()
}

/** None of the person's own settings reach the bot: they could connect it to a real workspace. */
function botEnvironment(settings: Partial<Record<keyof typeof SETTINGS, string>>): Record<string, string> {
  const names = new Set(Object.keys(SETTINGS))
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || names.has(name) ? [] : [[name, value] as const]
  )
  return { ...Object.fromEntries(inherited), ...settings }
}
