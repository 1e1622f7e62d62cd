import type { SlackMessage } from '../../slack/blocks.ts'
import { firstDeliveries, knownDeliveries } from '../../slack/delivery-store.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { ThreadKey } from '../model/followup.ts'
import type { Message } from '../stores/inbox-store.ts'
import { passOver, tellAuthorOf } from './settle-message.ts'

/** It is between people, so nothing is sent. Its author is told, but not each time: it may have been meant for the agent. */
export async function takeTalk(
  deps: FollowupDeps,
  message: Message,
  hint: SlackMessage,
  thread?: ThreadKey
): Promise<void> {
  const { database, now } = deps
  const name = ['talk:', message.teamId, message.userId, ...(thread ? [thread.channelId, thread.threadTs] : [])].join(
    '/'
  )
  const wasTold = (await knownDeliveries(database, [name])).length > 0
  if (!wasTold) await tellAuthorOf(deps, message, hint)
  await passOver(deps, message)
  // Only now: what Slack did not take is told by the next try.
  if (!wasTold) await firstDeliveries(database, [name], now())
}
