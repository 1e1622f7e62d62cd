import { carryOut } from '../../database/writes.ts'
import { TransientError } from '../../errors.ts'
import { loadPost } from '../../slack/change-post.ts'
import { findPost } from '../../slack/find-post.ts'
import { checkPermission } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { redrawMessage } from './redraw-message.ts'

/** Makes a direct message show what is stored, unless it is for somebody who may no longer use the bot. */
export async function refreshDirect(deps: FollowupDeps, postId: string): Promise<void> {
  const { database, slack } = deps
  const found = await findPost(database, postId)
  if (found === 'never') return
  if (found === 'on its way') throw new TransientError('A direct message is not posted yet', { retryAfterMs: 2_000 })
  const { teamId, channelId: userId } = await loadPost(database, postId)
  if (await checkPermission(deps, { userId, userTeamId: teamId, channelId: undefined })) return
  // It was posted to a person, and is edited in a channel.
  const channelId = await slack.openDirect(userId)
  const { messageTs: ts } = found
  await redrawMessage(
    deps,
    { teamId, channelId: userId, ts },
    async change => {
      const changed = await carryOut(database, change)
      return { changed, wanted: (await loadPost(database, postId)).message }
    },
    channelId
  )
}
