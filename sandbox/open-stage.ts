import type { SettingName } from '../src/config.ts'
import { createStandInAgent } from './agent/stand-in-agent.ts'
import { createBotProcess } from './bot-process.ts'
import { createStandInGithub } from './host/stand-in-github.ts'
import type { Manifest } from './read-manifest.ts'
import { seedWorkspace } from './seed-workspace.ts'
import { settingsFor } from './settings-for.ts'
import { createStandInSlack } from './slack/stand-in-slack.ts'

export type StageOptions = {
  manifest: Manifest
  /** What the bot knows besides the addresses of the stand-ins. */
  toEnvironment: (settings: Partial<Record<SettingName, string>>) => Record<string, string>
  cwd: string
  /** The bot's, if it is not the one in `src`. */
  program?: string
  onChange: () => void
  onPid: (pid: number | null) => void
}

export type Stage = Awaited<ReturnType<typeof openStage>>

/** A fresh workspace, a fresh agent service, a fresh GitHub, and a bot for them that is yet to be started. */
export async function openStage({ manifest, toEnvironment, cwd, program, onChange, onPid }: StageOptions) {
  const [command] = manifest.features.slash_commands
  const slack = await createStandInSlack({
    botScopes: manifest.oauth_config.scopes.bot,
    botEvents: manifest.settings.event_subscriptions.bot_events,
    commands: manifest.features.slash_commands.map(({ command: name }) => name),
    escapeCommandText: command?.should_escape ?? false,
    hasHome: manifest.features.app_home.home_tab_enabled
  })
  const agent = await createStandInAgent().catch(async error => {
    await slack.stop()
    throw error
  })
  const github = await createStandInGithub().catch(async error => {
    await agent.stop()
    await slack.stop()
    throw error
  })
  const bot = createBotProcess({
    env: toEnvironment({
      ...settingsFor(slack, agent),
      GITHUB_TOKEN: github.token,
      GITHUB_API_URL: github.url
    }),
    cwd,
    ...(program && { program }),
    isConnected: () => slack.sockets() > 0,
    onChange,
    onPid
  })
  await seedWorkspace(slack, agent)
  slack.onChange(onChange)
  agent.onChange(onChange)
  github.onChange(onChange)
  return {
    slack,
    agent,
    github,
    bot,
    manifest,
    openedAtMs: Date.now(),
    async stop(): Promise<void> {
      await bot.stop()
      await github.stop()
      await agent.stop()
      await slack.stop()
    }
  }
}
