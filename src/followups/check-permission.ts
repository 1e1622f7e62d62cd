import { errorWords } from '../errors.ts'
import type { PersonKind } from '../slack/lookups.ts'
import { SlackBusy, SlackLockedOut, SlackRefusal, SlackUnclear } from '../slack/slack-failure.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { addToAudit } from './stores/audit-store.ts'
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

/** The same for somebody who has just done something, which the audit trail is to tell. */
export async function whyRefused(deps: FollowupDeps, asking: Asking): Promise<RefusalCause | 'not told' | undefined> {
  const cause = await checkPermissionOnce(deps, asking)
  if (cause && cause !== 'not told') await recordRefusal(deps, asking, cause)
  return cause
}

export const NOT_IN_CHANNEL = 'not in the channel'

export type Refused = { userId: string; channelId?: string | undefined }

/** A refusal is answered even if the audit trail cannot be written. */
export async function recordRefusal(deps: FollowupDeps, { userId: by, channelId }: Refused, outcome: string) {
  await addToAudit(deps.database, deps, [{ act: 'refused', by, channelId, outcome }]).catch(error =>
    deps.log.error({ error: errorWords(error) }, 'A refusal is not in the audit trail')
  )
}

type Account = { userId: string; kind: PersonKind; channelId: string | undefined }
type Allowed = { allowedChannels: ReadonlySet<string>; allowedUsers: ReadonlySet<string> }

/** Why this person may not use the bot here; undefined: they may. ALLOWED_USERS admits guests and outsiders whom it names. */
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
