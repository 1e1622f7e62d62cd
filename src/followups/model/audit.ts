import type { Followup } from './followup.ts'
import { isCancelled } from './progress.ts'

/** Who did what, and what came of it. Without a person, the app found it out. */
export type Act = {
  act: 'sent' | 'not sent' | 'cancelled' | 'ended' | 'dismissed' | 'sent again' | 'tried again' | 'chose' | 'refused'
  by?: string | undefined
  outcome?: string | undefined
  channelId?: string | undefined
  jobId?: string
  followupId?: string
  prompt?: string
}

/** What a move of a follow-up is to somebody who has to account for it. Undefined: nothing that is not told later. */
export function actOf({ progress: was }: Followup, after: Followup): Act | undefined {
  const { id: followupId, jobId, channelId, prompt, progress, sentNow, requesterId } = after
  const act = (act: Act['act'], by?: string, outcome?: string) => {
    return { act, by, outcome, followupId, jobId, channelId, prompt }
  }
  const isNew = was.state !== progress.state
  if (was.state === 'sending' && progress.state === 'watching')
    return act('sent', sentNow?.by ?? requesterId, progress.delivery === 'sure' ? 'delivered' : 'maybe')
  if ('dismissed' in progress && progress.dismissed && !('dismissed' in was && was.dismissed))
    return act('dismissed', progress.dismissed.by)
  if (progress.state === 'dropped' && isNew)
    return isCancelled(progress)
      ? act('cancelled', progress.by ?? requesterId, progress.reason)
      : act('not sent', requesterId, progress.reason)
  if (progress.state !== 'ended') return undefined
  if (progress.how === 'sent again') return act('sent again', progress.by)
  if (isNew) return act('ended', undefined, progress.how)
  const isAgain = 'sentAgain' in progress && !('sentAgain' in was && was.sentAgain)
  return isAgain && progress.sentAgain ? act('tried again', progress.sentAgain.by) : undefined
}
