import type { FollowupDeps } from '../followup-deps.ts'
import type { FormPlace } from '../rules/followup-form.ts'

/** Whether somebody may still know of the channel where they opened a form, which stays open when they leave it. */
export async function isStillThere(
  { people, channels, members, teamId }: FollowupDeps,
  { channelId, isOfFew }: FormPlace,
  userId: string
): Promise<boolean> {
  if (channelId === null || isOfFew) return true
  const kind = await people.kindOf(userId, teamId).catch(() => 'unknown')
  return (kind === 'member' && (await channels.isPublic(channelId))) || members.isIn(channelId, userId)
}
