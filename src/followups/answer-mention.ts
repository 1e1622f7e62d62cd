import type { FollowupDeps } from './followup-deps.ts'
import { helpMessage } from './messages/private-messages.ts'
import { findThread } from './stores/thread-store.ts'
import { tell } from './tell.ts'

export type Mention = { channelId: string; threadTs?: string | undefined; userId: string }

/** Someone mentioned the bot outside a bound thread: they learn, privately, how to use it. */
export async function answerMention(
  deps: Pick<FollowupDeps, 'database' | 'slack' | 'teamId' | 'log'>,
  { channelId, threadTs, userId }: Mention
): Promise<void> {
  const { database, teamId } = deps
  if (threadTs !== undefined && (await findThread(database, { teamId, channelId, threadTs }))) return
  await tell(deps, { channelId, threadTs }, userId, helpMessage())
}
