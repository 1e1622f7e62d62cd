import { isDirect } from '../../slack/is-direct.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { ThreadKey } from '../rules/followup.ts'
import type { Reader } from '../rules/reader.ts'
import { followupsOfThread } from '../stores/followup-store.ts'
import { channelsAskedIn, type Viewer } from '../stores/seen-store.ts'

type Deps = Pick<FollowupDeps, 'database' | 'teamId' | 'projectId' | 'people' | 'channels'>

// For each of them, Slack may have to be asked.
const MOST_CHANNELS = 20

/**
 * What somebody may see who asks here: this channel, and what they asked for themselves in direct messages and in public channels.
 * Nobody needs to know whether they are still in a private one, nor which public ones a guest can see.
 */
export async function viewerOf(
  deps: Deps,
  { userId, channelId }: Pick<Viewer, 'userId' | 'channelId'>
): Promise<Viewer> {
  const { database, teamId, projectId } = deps
  const asked = await channelsAskedIn(database, { teamId, projectId, userId }, MOST_CHANNELS)
  const elsewhere = asked.filter(id => id !== channelId)
  const maySee = async (id: string) => isDirect(id) || (await seesFromOutside(deps, userId, id))
  const seen = await Promise.all(elsewhere.map(async id => ((await maySee(id)) ? [id] : [])))
  return { teamId, projectId, userId, channelId, alsoIn: seen.flat() }
}

/** A thread of this channel, of a public one, or of a direct message in which they asked for something themselves. */
export async function maySeeThread(deps: Deps, { userId, channelId }: Reader, thread: ThreadKey): Promise<boolean> {
  if (thread.channelId === channelId) return true
  if (!isDirect(thread.channelId)) return seesFromOutside(deps, userId, thread.channelId)
  return (await followupsOfThread(deps.database, thread)).some(({ requesterId }) => requesterId === userId)
}

/** Whether somebody sees a channel without being in it: members see public ones. Nobody does while Slack does not say. */
export async function seesFromOutside(
  { people, channels, teamId }: Pick<Deps, 'people' | 'channels' | 'teamId'>,
  userId: string,
  channelId: string
): Promise<boolean> {
  const kind = await people.kindOf(userId, teamId).catch(() => 'unknown')
  return kind === 'member' && channels.isPublic(channelId)
}
