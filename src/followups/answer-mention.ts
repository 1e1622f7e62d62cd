import { SlackRefusal } from '../slack/slack-failure.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { helpMessage } from './private-messages.ts'
import { findThread } from './thread-store.ts'

export type Mention = { channelId: string; threadTs?: string | undefined; userId: string }

/** Somebody called the bot by name outside of a bound thread: they learn, privately, how to use it. */
export async function answerMention(
  { database, slack, teamId, log }: Pick<FollowupDeps, 'database' | 'slack' | 'teamId' | 'log'>,
  mention: Mention
): Promise<void> {
  const { channelId, threadTs, userId } = mention
  if (threadTs !== undefined && (await findThread(database, { teamId, channelId, threadTs }))) return
  try {
    await slack.tellPrivately({ channelId, threadTs }, userId, helpMessage())
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error
    log.warn({ channel: channelId, code: error.code }, 'A private answer could not be given')
  }
}
