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
  const maySee = await channelsFor(deps, userId)
  const seen = await Promise.all(elsewhere.map(async id => (id.startsWith('D') || (await maySee(id)) ? [id] : [])))
  return { teamId, projectId, userId, channelId, alsoIn: seen.flat() }
}

/** A thread of this channel, of a public one, or of a direct message in which they asked for something themselves. */
export async function maySeeThread(deps: Deps, { userId, channelId }: Reader, thread: ThreadKey): Promise<boolean> {
  if (thread.channelId === channelId) return true
  if (!thread.channelId.startsWith('D')) return (await channelsFor(deps, userId))(thread.channelId)
  return (await followupsOfThread(deps.database, thread)).some(({ requesterId }) => requesterId === userId)
}

/** Which channels somebody sees without being in them. */
async function channelsFor(
  { people, channels, teamId }: Deps,
  userId: string
): Promise<(id: string) => Promise<boolean>> {
  const isMember = (await people.kindOf(userId, teamId).catch(() => 'unknown')) === 'member'
  return async id => isMember && channels.isPublic(id)
}
