import type { SlackMessage } from '../../slack/blocks.ts'
import { firstDeliveries, knownDeliveries } from '../../slack/delivery-store.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { ThreadKey } from '../rules/followup.ts'
import type { Reply } from '../stores/reply-store.ts'
import { passOver, tellAuthorOf } from './settle-reply.ts'

/** It is between people, so nothing is sent. Its author is told, but not each time: it may have been meant for the agent. */
export async function takeTalk(
  deps: FollowupDeps,
  reply: Reply,
  message: SlackMessage,
  thread?: ThreadKey
): Promise<void> {
  const { database, now } = deps
  const hint = ['talk:', reply.teamId, reply.userId, ...(thread ? [thread.channelId, thread.threadTs] : [])].join('/')
  const wasTold = (await knownDeliveries(database, [hint])).length > 0
  if (!wasTold) await tellAuthorOf(deps, reply, message)
  await passOver(deps, reply)
  // Only now: what Slack did not take is told by the next try.
  if (!wasTold) await firstDeliveries(database, [hint], now())
}
