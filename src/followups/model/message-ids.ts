import { z } from 'zod'

const kindSchema = z.union([
  z.enum(['card', 'waiting', 'typed', 'files', 'rejected', 'maybe', 'not-started', 'after-day', 'unwatched', 'checks']),
  z.literal('result'),
  z.templateLiteral(['result-', z.number()])
])

export type MessageKind = z.output<typeof kindSchema>

export const resultKind = (earlier: string[] = []): MessageKind =>
  earlier.length === 0 ? 'result' : `result-${earlier.length + 1}`

/** Names the operation: a message is posted once per id, however often it is asked for. */
export const messageId = (followupId: string, kind: MessageKind) => `${followupId}:${kind}`

/** What a message says about which follow-up. Undefined: it was stored with its words. */
export function subjectOf(id: string): { followupId: string; kind: MessageKind } | undefined {
  const at = id.lastIndexOf(':')
  const { data: kind } = kindSchema.safeParse(id.slice(at + 1))
  return kind && { followupId: id.slice(0, at), kind }
}

export const isResult = (id: string): boolean => subjectOf(id)?.kind.startsWith('result') === true

export const isCard = <V extends { id: string; followupId: string | null }>(
  view: V
): view is V & { followupId: string } => subjectOf(view.id)?.kind === 'card'

/** Of a direct message, by what it is about or answers. */
export const directId = (about: string) => `${about}:direct`
export const watchDayId = (watchId: string) => `${watchId}:after-a-day`
export const watchOverId = (watchId: string) => `${watchId}:over`
export const messageKeySchema = z.object({ teamId: z.string(), channelId: z.string(), ts: z.string() })

export type MessageKey = z.output<typeof messageKeySchema>
export const markId = ({ teamId, channelId, ts }: MessageKey) => `${teamId}/${channelId}/${ts}:mark`
const MARK = /^([^/]+)\/([^/]+)\/([^/]+):mark$/
export function markedBy(id: string): MessageKey | undefined {
  const [, teamId, channelId, ts] = MARK.exec(id) ?? []
  return teamId && channelId && ts ? { teamId, channelId, ts } : undefined
}
export const homeId = ({ teamId, userId }: { teamId: string; userId: string }) => `${teamId}/${userId}:home`
export const isHome = (id: string) => id.endsWith(':home')
