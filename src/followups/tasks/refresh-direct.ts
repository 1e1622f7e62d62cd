import { carryOut } from '../../database/database.ts'
import { TransientError } from '../../errors.ts'
import { loadPost } from '../../slack/change-post.ts'
import { findPost } from '../../slack/find-post.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { mayBeTold } from './post-if-allowed.ts'
import { redrawMessage } from './redraw-message.ts'

/** Makes a direct message show what is stored, unless its reader may no longer be told. */
export async function refreshDirect(deps: FollowupDeps, postId: string): Promise<void> {
  const { database, slack } = deps
  const found = await findPost(database, postId)
  if (found === 'never') return
  if (found === 'on its way') throw new TransientError('A direct message is not posted yet', { retryAfterMs: 2_000 })
  const post = await loadPost(database, postId)
  if (!(await mayBeTold(deps, post))) return
  const { teamId, channelId: userId } = post
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
