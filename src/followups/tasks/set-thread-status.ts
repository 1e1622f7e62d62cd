import { TransientError } from '../../errors.ts'
import { isForFew, SlackBusy, SlackRefusal } from '../../slack/slack-failure.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { ThreadKey } from '../rules/followup.ts'

// A process that froze does not ask later, when another one may have asked for something else.
const START_WITHIN_MS = 4_000

/** Slack refuses it in this place, where nothing can be shown, and not everywhere. */
const NOWHERE = new Set([
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'thread_not_found',
  'invalid_thread_ts',
  'message_not_found'
])

/** From now on, for a few seconds. */
export function startsSoon({ monotonicMs }: Pick<FollowupDeps, 'monotonicMs'>): () => boolean {
  const endsMs = monotonicMs() + START_WITHIN_MS
  return () => monotonicMs() < endsMs
}

/** One call to Slack, and why it failed. Only an unclear failure leaves open whether it took effect. */
export async function setThreadStatus(
  { slack, threadStatusPace }: Pick<FollowupDeps, 'slack' | 'threadStatusPace'>,
  thread: ThreadKey,
  words: string,
  mayStart: () => boolean
): Promise<SlackRefusal | TransientError | undefined> {
  try {
    await slack.setThreadStatus(thread, words, mayStart)
    return undefined
  } catch (error) {
    if (error instanceof SlackBusy) threadStatusPace.close(error.waitMs)
    if (error instanceof SlackRefusal || error instanceof TransientError) return error
    throw error
  }
}

export const isNowhere = ({ code }: SlackRefusal): boolean => NOWHERE.has(code) || isForFew(code)
