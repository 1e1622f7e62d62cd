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

function moved({ progress: was }: Followup, { progress, sentNow, requesterId }: Followup): Act | undefined {
  const isNew = was.state !== progress.state
  if (was.state === 'sending' && progress.state === 'watching') {
    const outcome = progress.delivery === 'sure' ? 'delivered' : 'maybe'
    return { act: 'sent', by: sentNow?.by ?? requesterId, outcome }
  }
  if (progress.state === 'watching' && progress.dismissed && !('dismissed' in was && was.dismissed))
    return { act: 'left as it is', by: progress.dismissed.by }
  if (progress.state === 'dropped' && isNew)
    return isCancelled(progress)
      ? { act: 'cancelled', by: progress.by ?? requesterId, outcome: progress.reason }
      : { act: 'not sent', by: requesterId, outcome: progress.reason }
  if (progress.state !== 'ended') return undefined
  if (progress.how === 'sent again') return { act: 'sent again', by: progress.by }
  if (isNew) return { act: 'ended', outcome: progress.how }
  const isAgain = 'sentAgain' in progress && !('sentAgain' in was && was.sentAgain)
  return isAgain && progress.sentAgain ? { act: 'tried again', by: progress.sentAgain.by } : undefined
}
