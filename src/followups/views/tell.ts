import type { SlackMessage } from '../../slack/blocks.ts'
import type { AnswerPlace, Place } from '../../slack/slack-client.ts'
import { SlackRefusal } from '../../slack/slack-failure.ts'
import { threadUrl } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { TaskData } from '../followup-tasks.ts'
import { awaitsThread, isSent } from '../model/followup.ts'
import { directId, messageId } from '../model/message-ids.ts'
import { loadFollowup } from '../stores/followup-store.ts'
import { findAwaitedThread } from '../stores/ready-store.ts'
import { answer, notDelivered } from './answers.ts'
import { showOnce } from './schedule-views.ts'

/** The fields are in the order in which these ways are tried. */
export type Addressee = {
  userId: string
  /** The answer address of a command or a button works where the bot may not post. */
  responseUrl?: string | null | undefined
  answerPlace?: AnswerPlace
  place?: Place | undefined
  /** A direct message, posted once under its id. `seenIn` is the channel that its reader has to see. */
  direct?: { id: string; seenIn?: string } | undefined
}

/** False if Slack takes it nowhere: then only the log is told. */
export async function tell(deps: FollowupDeps, to: Addressee, message: SlackMessage): Promise<boolean> {
  const { slack, teamId } = deps
  const { userId, responseUrl, answerPlace, place, direct } = to
  if (responseUrl && (await isTaken(deps, slack.respond(responseUrl, message, answerPlace)))) return true
  if (place && (await isTaken(deps, slack.tellPrivately(place, userId, message)))) return true
  if (direct === undefined) return false
  const { id, ...about } = direct
  const view = { id, teamId, channelId: userId, threadTs: null, followupId: null, message: { ...message, ...about } }
  await deps.database.transaction(sql => showOnce(deps, sql, view))
  return true
}

async function isTaken({ log }: FollowupDeps, call: Promise<void>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error
    log.warn({ code: error.code }, 'A private answer could not be delivered')
    return false
  }
}

export async function tellAuthor(deps: FollowupDeps, { followupId, news }: TaskData<'tell'>): Promise<void> {
  const followup = await loadFollowup(deps.database, followupId)
  const { channelId, threadTs, responseUrl, replyTs, writtenInTs, requesterId: userId } = followup
  // A message that holds the follow-up shows that the bot can speak in its channel.
  const place = replyTs === null ? undefined : { channelId, threadTs: writtenInTs ?? undefined }
  const inPrivate = (message: SlackMessage | undefined, direct?: Addressee['direct']) =>
    message && tell(deps, { userId, responseUrl, place, direct }, message)
  // Its card may have been refused at this moment, which its author is told instead.
  const isCardToCome = async () => (await findAwaitedThread(deps.database, { followupId })) === undefined
  if (news === 'slow')
    await inPrivate(awaitsThread(followup) && (await isCardToCome()) ? answer('accepted', followup) : undefined)
  else if (news === 'in a thread') {
    const url = threadTs && threadUrl(deps.workspaceUrl, { channelId, threadTs })
    // A form may have no answer address, and the bot has spoken there.
    if (url)
      await tell(deps, { userId, responseUrl, place: place ?? { channelId } }, answer('in its thread', followup, url))
  } else if (news === 'rejected') {
    const message = notDelivered(followup)
    await inPrivate(message, { id: directId(messageId(followupId, 'rejected')) })
  } else {
    const { cannotPost: code } = news
    const message = isSent(followup) ? answer('sent without a card', followup) : notDelivered(followup, code)
    await inPrivate(message, { id: directId(messageId(followupId, 'card')) })
  }
}
