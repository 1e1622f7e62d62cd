import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { z } from 'zod'
import type { SettingName } from '../src/config.ts'
import { createStandInAgent } from './agent/stand-in-agent.ts'
import { createBotProcess } from './bot-process.ts'
import { createStandInGithub } from './host/stand-in-github.ts'
import { seedWorkspace, settingsFor } from './seed-workspace.ts'
import { createStandInSlack } from './slack/stand-in-slack.ts'

const manifestSchema = z.object({
  display_information: z.object({ name: z.string() }),
  features: z.object({
    slash_commands: z
      .array(
        z.object({
          command: z.string(),
          description: z.string(),
          usage_hint: z.string().default(''),
          should_escape: z.boolean().default(false)
        })
      )
      .default([]),
    shortcuts: z.array(z.object({ name: z.string(), type: z.string(), callback_id: z.string() })).default([])
  }),
  oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()) }) }),
  settings: z.object({ event_subscriptions: z.object({ bot_events: z.array(z.string()) }) })
})

export type Manifest = z.output<typeof manifestSchema>

/** What the app may do and which events it gets, as teams install it: the sandbox refuses what a workspace would refuse. */
export async function readManifest(): Promise<Manifest> {
  return manifestSchema.parse(parse(await readFile(new URL('../manifest.yml', import.meta.url), 'utf8')))
}

type StageOptions = {
  manifest: Manifest
  /** What the bot knows besides the addresses of the stand-ins. */
  toEnvironment: (settings: Partial<Record<SettingName, string>>) => Record<string, string>
  cwd: string
  /** The bot's, if it is not the one in `src`. */
  program?: string
  onChange: () => void
}

export type Stage = Awaited<ReturnType<typeof openStage>>

/** A fresh workspace, a fresh agent service, a fresh GitHub, and a bot for them that is yet to be started. */
export async function openStage({ manifest, toEnvironment, cwd, program, onChange }: StageOptions) {
  const [command] = manifest.features.slash_commands
  const slack = await createStandInSlack({
    botScopes: manifest.oauth_config.scopes.bot,
    botEvents: manifest.settings.event_subscriptions.bot_events,
    commands: manifest.features.slash_commands.map(({ command: name }) => name),
    escapeCommandText: command?.should_escape ?? false
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
    onChange
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
