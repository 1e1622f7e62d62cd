import { isDirect, threadUrl } from '../../slack/slack-text.ts'
import type { Followup } from '../model/followup.ts'
import type { Reader } from '../model/reader.ts'
import { mention } from './phrases.ts'

// What several tables say about an instruction.

/** Whose it is: that it is the reader's own stands out. */
export const whoAsked = ({ requesterId }: Followup, { userId }: Reader): string =>
  requesterId === userId ? 'you' : mention(requesterId)

/** The card, and where it is, if that is not here. Nothing when there is none, or it was deleted. */
export function cardLink(
  { channelId, threadTs, closedBecause }: Followup,
  reader: Reader,
  workspaceUrl: string
): string {
  const place = channelId === reader.channelId ? '' : placeWords(channelId)
  if (threadTs === null || closedBecause === 'card deleted') return place
  return [place, `<${threadUrl(workspaceUrl, { channelId, threadTs })}|card>`].filter(part => part).join(' ')
}

const placeWords = (channelId: string) => (isDirect(channelId) ? 'direct message' : `<#${channelId}>`)
