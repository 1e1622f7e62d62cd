import { errorWords } from '../errors.ts'
import { SlackBusy, SlackLockedOut, SlackRefusal, SlackUnclear } from '../slack/slack-failure.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { decideWhoMay, type RefusalCause } from './model/decide-who-may.ts'

type Asking = { userId: string; userTeamId: string; channelId: string | undefined }

/** Asks Slack what kind of account this is, and decides. Undefined: they may. */
export async function checkPermission(deps: FollowupDeps, asking: Asking): Promise<RefusalCause | undefined> {
  const { userId, userTeamId, channelId } = asking
  // Whoever belongs to several workspaces of an organisation may come under the name of any of them, or of the organisation.
  const mayBelong = userTeamId === deps.teamId || deps.enterpriseId !== undefined
  const kind = mayBelong ? await deps.people.kindOf(userId) : 'outsider'
  return decideWhoMay({ userId, kind, channelId }, deps)
}

const SLACK_TROUBLE = [SlackRefusal, SlackLockedOut, SlackUnclear, SlackBusy]

/** The same for someone waiting for an answer: there is no time to ask Slack again. */
export async function checkPermissionOnce(
  deps: FollowupDeps,
  asking: Asking
): Promise<RefusalCause | 'not told' | undefined> {
  try {
    return await checkPermission(deps, asking)
  } catch (error) {
    if (!SLACK_TROUBLE.some(kind => error instanceof kind)) throw error
    deps.log.warn({ error: errorWords(error) }, 'A person could not be looked up in Slack')
    return 'not told'
  }
}
