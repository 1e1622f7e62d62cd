import type { PersonKind } from '../../slack/lookups.ts'

export type RefusalCause = 'channel' | 'user' | Exclude<PersonKind, 'member'>

export type Asking = { userId: string; kind: PersonKind; channelId: string | undefined }
export type Allowed = { allowedChannels: ReadonlySet<string>; allowedUsers: ReadonlySet<string> }

/** Why this person may not speak to an agent here; undefined when they may. A list that names a guest admits that guest. */
export function decideWhoMay(
  { userId, kind, channelId }: Asking,
  { allowedChannels, allowedUsers }: Allowed
): RefusalCause | undefined {
  if (kind === 'bot' || kind === 'unknown') return kind
  if (channelId !== undefined && allowedChannels.size > 0 && !allowedChannels.has(channelId)) return 'channel'
  if (allowedUsers.has(userId)) return undefined
  if (kind !== 'member') return kind
  return allowedUsers.size > 0 ? 'user' : undefined
}
