import type { Followup } from './followup.ts'
import { isCancelled } from './progress.ts'

/** Who did what, and what came of it. Without a person, the app found it out. */
export type Act = {
  act:
    | 'sent'
    | 'not sent'
    | 'cancelled'
    | 'ended'
    | 'left as it is'
    | 'sent again'
    | 'tried again'
    | 'chose'
    | 'refused'
  by?: string | undefined
  outcome?: string | undefined
  channelId?: string | undefined
  jobId?: string
  followupId?: string
  prompt?: string
}

/** What a move of a follow-up is to somebody who has to account for it. Undefined: nothing that is not told later. */
export function actOf(before: Followup, after: Followup): Act | undefined {
  const found = moved(before, after)
  const { id: followupId, jobId, channelId, prompt } = after
  return found && { ...found, followupId, jobId, channelId, prompt }
}

function moved(before: Followup, { progress, sentNow, requesterId }: Followup): Act | undefined {
  if (progress.state === 'watching') {
    if (before.progress.state !== 'watching')
      return {
        act: 'sent',
        by: sentNow?.by ?? requesterId,
        outcome: progress.delivery === 'sure' ? 'delivered' : 'maybe'
      }
    const isLeft = progress.dismissed && !before.progress.dismissed
    return isLeft ? { act: 'left as it is', by: progress.dismissed?.by } : undefined
  }
  if (isCancelled(progress)) return { act: 'cancelled', by: progress.by ?? requesterId, outcome: progress.reason }
  if (progress.state === 'dropped') return { act: 'not sent', by: requesterId, outcome: progress.reason }
  if (progress.state !== 'ended') return undefined
  if (progress.how === 'sent again') return { act: 'sent again', by: 'by' in progress ? progress.by : undefined }
  if (before.progress.state !== 'ended') return { act: 'ended', outcome: progress.how }
  const again = 'sentAgain' in progress ? progress.sentAgain : undefined
  return again && { act: 'tried again', by: again.by }
}
