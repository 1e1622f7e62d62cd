import { errorWords } from '../errors.ts'
import type { PersonKind } from '../slack/lookups.ts'
import { SlackBusy, SlackLockedOut, SlackRefusal, SlackUnclear } from '../slack/slack-failure.ts'
import type { FollowupDeps } from './followup-deps.ts'
import type { RefusalCause } from './views/answers.ts'

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

type Account = { userId: string; kind: PersonKind; channelId: string | undefined }
type Allowed = { allowedChannels: ReadonlySet<string>; allowedUsers: ReadonlySet<string> }

/** Why this person may not speak to an agent here; undefined when they may. A list that names a guest admits that guest. */
export function decideWhoMay(
  { userId, kind, channelId }: Account,
  { allowedChannels, allowedUsers }: Allowed
): RefusalCause | undefined {
  if (kind === 'bot' || kind === 'unknown') return kind
  if (channelId !== undefined && allowedChannels.size > 0 && !allowedChannels.has(channelId)) return 'channel'
  if (allowedUsers.has(userId)) return undefined
  if (kind !== 'member') return kind
  return allowedUsers.size > 0 ? 'user' : undefined
}
