import { TransientError } from '../errors.ts'
import { SlackRefusal } from '../slack/slack-failure.ts'
import type { Progress } from './followup.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { loadFollowup, saveShownReaction } from './followup-store.ts'

const SEEN = 'eyes'
const DELIVERED = 'incoming_envelope'
const HELD = 'hourglass_flowing_sand'
const DONE = 'white_check_mark'
const FAILED = 'x'
const UNKNOWN = 'warning'

/** How a follow-up is marked on the message that holds it: "the bot saw it" and "the agent has it" are different facts. */
export function reactionFor(progress: Progress): string | null {
  switch (progress.state) {
    case 'accepted':
    case 'sending':
      return SEEN
    case 'held':
      return HELD
    case 'watching':
      return progress.delivery === 'sure' ? DELIVERED : UNKNOWN
    case 'finished':
      return progress.status === 'completed' ? DONE : progress.status === 'failed' ? FAILED : UNKNOWN
    case 'rejected':
      return FAILED
    case 'unwatched':
      return UNKNOWN
    case 'cancelled':
      return null
  }
}

/** Makes the reaction on a reply say where its follow-up stands; the one before is taken off. */
export async function showReaction(
  { database, slack, log }: Pick<FollowupDeps, 'database' | 'slack' | 'log'>,
  followupId: string
): Promise<void> {
  const followup = await loadFollowup(database, followupId)
  const { channelId, replyTs, shownReaction } = followup
  const wanted = reactionFor(followup.progress)
  if (replyTs === null || wanted === shownReaction) return
  try {
    if (wanted !== null) await slack.addReaction(channelId, replyTs, wanted)
    if (shownReaction !== null) await slack.removeReaction(channelId, replyTs, shownReaction)
    if (await saveShownReaction(database, followup, wanted)) return
    // Somebody else marked it in between: take our mark back, unless it is theirs too, and look again.
    const { shownReaction: theirs } = await loadFollowup(database, followupId)
    if (wanted !== null && wanted !== theirs) await slack.removeReaction(channelId, replyTs, wanted)
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error
    return log.warn({ followup: followupId, code: error.code }, 'A reply cannot be marked')
  }
  throw new TransientError('The mark on a reply changed meanwhile')
}
