import { App, type AppOptions, LogLevel, webApi } from '@slack/bolt'
import { z } from 'zod'
import { type Log, StartError } from '../errors.ts'
import { SlackLockedOut, SlackRefusal, toSlackFailure } from './slack-failure.ts'

export function createBolt(options: AppOptions): App {
  return new App({
    ...options,
    tokenVerificationEnabled: false,
    convoStore: false,
    extendedErrorHandler: true,
    logLevel: LogLevel.WARN
  })
}

export type SlackLogger = webApi.Logger

/** Slack's libraries write whole payloads at debug and info: only their warnings and errors are let through. */
export function createSlackLogger(log: Pick<Log, 'warn' | 'error'>): SlackLogger {
  const words = (parts: unknown[]) => parts.map(part => (part instanceof Error ? part.message : String(part))).join(' ')
  return {
    debug: () => {},
    info: () => {},
    warn: (...parts) => log.warn({ from: 'slack' }, words(parts)),
    error: (...parts) => log.error({ from: 'slack' }, words(parts)),
    setLevel: () => {},
    setName: () => {},
    getLevel: () => LogLevel.WARN
  }
}

const authTest = z.object({
  team_id: z.string(),
  enterprise_id: z.string().nullish(),
  is_enterprise_install: z.boolean().nullish(),
  user_id: z.string(),
  bot_id: z.string(),
  // Links below it lead to the workspace that the person is signed in to.
  url: z.string().catch('https://slack.com/')
})

export type Identity = {
  teamId: string
  /** The Enterprise Grid organisation that the workspace is part of. */
  enterpriseId: string | undefined
  botUserId: string
  botId: string
  workspaceUrl: string
}

const ORG_WIDE =
  'SLACK_BOT_TOKEN is for a whole Enterprise Grid organisation, and this bot serves one workspace. Install the app in one workspace (api.slack.com/apps → your app → Install App) and use the token you get there.'

type Options = webApi.WebClientOptions

export async function identify(botToken: string, apiUrl: string, logger: webApi.Logger, more: Options = {}) {
  const web = new webApi.WebClient(botToken, {
    slackApiUrl: apiUrl,
    timeout: 10_000,
    retryConfig: { retries: 2 },
    allowAbsoluteUrls: false,
    logger,
    ...more
  })
  try {
    const { team_id, enterprise_id, is_enterprise_install, user_id, bot_id, url } = authTest.parse(
      await web.auth.test()
    )
    if (is_enterprise_install) throw new StartError(ORG_WIDE)
    return {
      teamId: team_id,
      enterpriseId: enterprise_id ?? undefined,
      botUserId: user_id,
      botId: bot_id,
      workspaceUrl: url
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    const failure = error instanceof z.ZodError ? new SlackRefusal('not a bot token') : toSlackFailure(error)
    const advice =
      failure instanceof SlackRefusal || failure instanceof SlackLockedOut
        ? 'Copy SLACK_BOT_TOKEN again from api.slack.com/apps → your app → OAuth & Permissions.'
        : 'Check that this machine can reach Slack.'
    throw new StartError(`Agent Follow-up cannot sign in to Slack: ${failure.message}. ${advice}`)
  }
}
