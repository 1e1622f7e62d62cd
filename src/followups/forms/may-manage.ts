import { errorWords } from '../../errors.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { MayChange } from '../messages/settings-form.ts'

/** Whether somebody may change a channel's settings: workspace admins may, and whoever created it. */
export async function mayManage(
  { people, channels, teamId, log }: FollowupDeps,
  { userId, channelId }: { userId: string; channelId: string }
): Promise<MayChange> {
  try {
    const manages = (await people.isAdmin(userId, teamId)) || (await channels.creatorOf(channelId)) === userId
    return manages ? 'yes' : 'no'
  } catch (error) {
    log.warn({ error: errorWords(error) }, 'Slack did not say who manages a channel')
    return 'not told'
  }
}
