import type { ChannelKind, Membership } from '../slack/lookups.ts'
import { isDirect } from '../slack/slack-text.ts'
import type { FollowupDeps } from './followup-deps.ts'
import type { ThreadKey } from './model/followup.ts'
import { linkedMessage } from './model/links.ts'
import type { Reader } from './model/seen.ts'
import { followupsOfThread } from './stores/followup-store.ts'
import { channelsAskedIn, type Viewer } from './stores/seen-store.ts'

// What may be shown to somebody, or pressed by them: that of the channels which they see now, as Slack says.

type Asking = Pick<Viewer, 'userId' | 'channelId'>

const MOST_CHANNELS = 20

export async function membershipIn(deps: FollowupDeps, channelId: string | null, userId: string): Promise<Membership> {
  if (channelId === null) return 'in'
  const kind = await deps.channels.kindOf(channelId)
  const sees = kind === 'direct' || (await seesAsMember(deps, userId, kind))
  if (sees) return 'in'
  const membership = await deps.members.membershipOf(userId, channelId)
  return membership === 'not in' && sees === undefined ? 'not told' : membership
}

export function whetherSeesThread(
  deps: FollowupDeps,
  threadUrl: string | null | undefined,
  userId: string
): Promise<Membership> {
  const linked = threadUrl ? linkedMessage(threadUrl, threadUrl) : undefined
  return membershipIn(deps, linked?.channelId ?? null, userId)
}

/** Members see public channels, also those that they are not in. Undefined while Slack does not say. */
async function seesAsMember({ people }: FollowupDeps, userId: string, kind: ChannelKind): Promise<boolean | undefined> {
  if (kind !== 'public' && kind !== 'not told') return false
  const person = await people.kindOf(userId).catch(() => undefined)
  if (person !== undefined && person !== 'member') return false
  return person && kind === 'public' ? true : undefined
}

/** Of direct messages, people are only shown their own. */
const seesFromOutside = async (deps: FollowupDeps, userId: string, channelId: string): Promise<boolean> =>
  isDirect(channelId) || (await seesAsMember(deps, userId, await deps.channels.kindOf(channelId))) === true

/** This channel, and what they asked for themselves elsewhere; what that was in private channels, only their home shows. */
export async function viewerOf(deps: FollowupDeps, { userId, channelId }: Asking, isHome = false): Promise<Viewer> {
  const { database, teamId, projectId } = deps
  const asked = await channelsAskedIn(database, { teamId, projectId, userId }, MOST_CHANNELS)
  const elsewhere = asked.filter(id => id !== channelId)
  const maySee = async (id: string) =>
    isHome ? (await membershipIn(deps, id, userId)) === 'in' : seesFromOutside(deps, userId, id)
  const seen = await Promise.all(elsewhere.map(async id => ((await maySee(id)) ? [id] : [])))
  return { teamId, projectId, userId, channelId, alsoIn: seen.flat() }
}

/** A thread of this channel, of a public one, or of a direct message in which they asked for something themselves. */
export async function maySeeThread(
  deps: FollowupDeps,
  { userId, channelId }: Reader,
  thread: ThreadKey
): Promise<boolean> {
  if (thread.channelId === channelId) return true
  if (!isDirect(thread.channelId)) return seesFromOutside(deps, userId, thread.channelId)
  return (await followupsOfThread(deps.database, thread)).some(({ requesterId }) => requesterId === userId)
}
