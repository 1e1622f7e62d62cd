import { decideWhoMay, type RefusalCause } from './decide-who-may.ts'
import type { FollowupDeps } from './followup-deps.ts'

type Deps = Pick<FollowupDeps, 'people' | 'teamId' | 'allowedChannels' | 'allowedUsers'>

/** Asks Slack what kind of account it is, and decides. Undefined: they may. */
export async function checkPermission(
  deps: Deps,
  asking: { userId: string; userTeamId: string; channelId: string }
): Promise<RefusalCause | undefined> {
  const { userId, userTeamId, channelId } = asking
  const kind = userTeamId === deps.teamId ? await deps.people.kindOf(userId, deps.teamId) : 'outsider'
  return decideWhoMay({ userId, kind, channelId }, deps)
}
