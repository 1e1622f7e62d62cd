import type { SlackMessage } from '../slack/blocks.ts'
import type { AnswerPlace, Place } from '../slack/slack-client.ts'
import { SlackRefusal } from '../slack/slack-failure.ts'
import type { FollowupDeps } from './followup-deps.ts'

type Deps = Pick<FollowupDeps, 'slack' | 'log'>

/** Tells one person something in a channel. False if Slack does not let us: then only the log is told. */
export function tell({ slack, log }: Deps, place: Place, userId: string, message: SlackMessage): Promise<boolean> {
  return unlessRefused({ log }, { channel: place.channelId }, () => slack.tellPrivately(place, userId, message))
}

/** The same through the answer address of a command or a button: it works where the bot may not post. */
export function respond(
  { slack, log }: Deps,
  responseUrl: string,
  message: SlackMessage,
  where?: AnswerPlace
): Promise<boolean> {
  return unlessRefused({ log }, {}, () => slack.respond(responseUrl, message, where))
}

async function unlessRefused({ log }: Pick<Deps, 'log'>, facts: object, act: () => Promise<void>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error
    log.warn({ ...facts, code: error.code }, 'A private answer could not be delivered')
    return false
  }
}
