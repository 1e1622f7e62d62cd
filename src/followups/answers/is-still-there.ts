import { isDirect } from '../../slack/is-direct.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { seesFromOutside } from './viewer-of.ts'

/** A conversation of two or a few: nobody leaves them, and there is no scope with which they can be asked about. */
export const isOfFew = ({ id, name }: { id: string; name: string }) => isDirect(id) || name.startsWith('mpdm')

/** Whether somebody may still know of the channel where they were given something that stays when they leave it. */
export async function isStillThere(
  deps: Pick<FollowupDeps, 'people' | 'channels' | 'members' | 'teamId'>,
  { channelId, isOfFew }: { channelId: string | null; isOfFew: boolean },
  userId: string
): Promise<boolean> {
  if (channelId === null || isOfFew) return true
  return (await seesFromOutside(deps, userId, channelId)) || deps.members.isIn(channelId, userId)
}
