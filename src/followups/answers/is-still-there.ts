import { seesFromOutside } from '../answers/viewer-of.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { FormPlace } from '../rules/followup-form.ts'

/** Whether somebody may still know of the channel where they opened a form, which stays open when they leave it. */
export async function isStillThere(
  deps: FollowupDeps,
  { channelId, isOfFew }: FormPlace,
  userId: string
): Promise<boolean> {
  if (channelId === null || isOfFew) return true
  return (await seesFromOutside(deps, userId, channelId)) || deps.members.isIn(channelId, userId)
}
