import { errorWords } from '../../errors.ts'
import { type SlackMessage, withoutTable } from '../../slack/blocks.ts'
import type { AnswerPlace, Place } from '../../slack/slack-client.ts'
import { SlackRefusal, SlackUnclear } from '../../slack/slack-failure.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { showOnce } from './schedule-views.ts'

/** Who is told, and the ways to do so, in the order in which they are tried. */
export type Reader = {
  userId: string
  /** The answer address of a command or a button works where the bot may not post. */
  responseUrl?: string | null | undefined
  answerPlace?: AnswerPlace
  /** Where they are shown a message that only they see. */
  place?: Place | undefined
  /** A direct message, posted once under its id. */
  direct?: { id: string; message: SlackMessage } | undefined
}

/** Tells one person something in private. False if Slack takes it nowhere: then only the log is told. */
export async function tell(deps: FollowupDeps, reader: Reader, message: SlackMessage): Promise<boolean> {
  const { slack, teamId } = deps
  const { userId, responseUrl, answerPlace, place, direct } = reader
  if (responseUrl && (await show(deps, message, shown => slack.respond(responseUrl, shown, answerPlace)))) return true
  if (place && (await show(deps, message, shown => slack.tellPrivately(place, userId, shown)))) return true
  if (direct === undefined) return false
  const view = { ...direct, teamId, channelId: userId, threadTs: null, followupId: null }
  await deps.database.transaction(sql => showOnce(deps, sql, view))
  return true
}

async function show(
  deps: FollowupDeps,
  message: SlackMessage,
  call: (message: SlackMessage) => Promise<void>
): Promise<boolean> {
  const { log } = deps
  try {
    await call(message)
    return true
  } catch (error) {
    const inLines = withoutTable(message)
    // An answer address does not always say why it shows nothing. Nobody minds reading a list twice.
    if (inLines && (error instanceof SlackRefusal || error instanceof SlackUnclear)) {
      log.info({ error: errorWords(error) }, 'Slack did not take a table; the same goes out in lines')
      return show(deps, inLines, call)
    }
    if (!(error instanceof SlackRefusal)) throw error
    log.warn({ code: error.code }, 'A private answer could not be delivered')
    return false
  }
}
