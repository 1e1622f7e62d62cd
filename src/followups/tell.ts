import { errorWords } from '../errors.ts'
import { type SlackMessage, withoutTable } from '../slack/blocks.ts'
import type { AnswerPlace, Place } from '../slack/slack-client.ts'
import { SlackRefusal, SlackUnclear } from '../slack/slack-failure.ts'
import type { FollowupDeps } from './followup-deps.ts'

type Deps = Pick<FollowupDeps, 'slack' | 'log'>

/** Tells one person something in a channel. False if Slack does not let us: then only the log is told. */
export function tell({ slack, log }: Deps, place: Place, userId: string, message: SlackMessage): Promise<boolean> {
  const show = (shown: SlackMessage) => slack.tellPrivately(place, userId, shown)
  return unlessRefused({ log }, { channel: place.channelId }, message, show)
}

/** The same in the direct messages, for a press that has no other place. */
export function tellDirectly(
  { slack, log }: Deps,
  userId: string,
  message: SlackMessage,
  operationId: string
): Promise<boolean> {
  const post = { operationId, broadcast: false }
  return unlessRefused({ log }, {}, message, shown => slack.post({ channelId: userId }, shown, post))
}

/** The same through the answer address of a command or a button: it works where the bot may not post. */
export function respond(
  { slack, log }: Deps,
  responseUrl: string,
  message: SlackMessage,
  where?: AnswerPlace
): Promise<boolean> {
  return unlessRefused({ log }, {}, message, shown => slack.respond(responseUrl, shown, where))
}

async function unlessRefused(
  { log }: Pick<Deps, 'log'>,
  facts: object,
  message: SlackMessage,
  show: (message: SlackMessage) => Promise<unknown>
): Promise<boolean> {
  try {
    await show(message)
    return true
  } catch (error) {
    const inLines = withoutTable(message)
    // An answer address does not always say why it shows nothing. Nobody minds reading a list twice.
    if (inLines && (error instanceof SlackRefusal || error instanceof SlackUnclear)) {
      log.info({ ...facts, error: errorWords(error) }, 'Slack did not take a table; the same goes out in lines')
      return unlessRefused({ log }, facts, inLines, show)
    }
    if (!(error instanceof SlackRefusal)) throw error
    log.warn({ ...facts, code: error.code }, 'A private answer could not be delivered')
    return false
  }
}
