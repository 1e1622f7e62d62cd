import { isDirect } from '../../slack/is-direct.ts'
import type { Membership } from '../../slack/members.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { seesFromOutside } from './viewer-of.ts'

type Deps = Pick<FollowupDeps, 'people' | 'channels' | 'members' | 'teamId'>
type Place = { channelId: string | null; isOfFew: boolean }

/** A conversation of two or a few: nobody leaves them, and there is no scope with which they can be asked about. */
export const isOfFew = ({ id, name }: { id: string; name: string }) => isDirect(id) || name.startsWith('mpdm')

/** Whether somebody may still know of the channel where they were given something that stays when they leave it. */
export async function whetherThere(deps: Deps, { channelId, isOfFew }: Place, userId: string): Promise<Membership> {
  if (channelId === null || isOfFew || (await seesFromOutside(deps, userId, channelId))) return 'in'
  return deps.members.membershipOf(userId, channelId)
}
