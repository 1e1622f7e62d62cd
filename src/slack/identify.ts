import { webApi } from '@slack/bolt'
import { z } from 'zod'
import { StartError } from '../errors.ts'
import { SlackLockedOut, SlackRefusal, toSlackFailure } from './slack-failure.ts'

const authTest = z.object({ team_id: z.string(), user_id: z.string(), bot_id: z.string(), url: z.string() })

export type Identity = { teamId: string; botUserId: string; botId: string; workspaceUrl: string }

/** Asks Slack who the bot token belongs to. A token that Slack does not know ends the start with one clear line. */
export async function identify(botToken: string, apiUrl: string, logger: webApi.Logger): Promise<Identity> {
  const web = new webApi.WebClient(botToken, {
    slackApiUrl: apiUrl,
    timeout: 10_000,
    retryConfig: { retries: 2 },
    allowAbsoluteUrls: false,
    logger
  })
  try {
    const { team_id, user_id, bot_id, url } = authTest.parse(await web.auth.test())
    return { teamId: team_id, botUserId: user_id, botId: bot_id, workspaceUrl: url }
  } catch (error) {
    const failure = error instanceof z.ZodError ? new SlackRefusal('not a bot token') : toSlackFailure(error)
    const advice =
      failure instanceof SlackRefusal || failure instanceof SlackLockedOut
        ? 'Copy SLACK_BOT_TOKEN again from api.slack.com/apps → your app → OAuth & Permissions.'
        : 'Check that this machine can reach Slack.'
    throw new StartError(`Agent Follow-up cannot sign in to Slack: ${failure.message}. ${advice}`)
  }
}
