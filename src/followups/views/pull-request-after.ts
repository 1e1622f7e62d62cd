import { type SlackMessage, section, toMessage } from '../../slack/blocks.ts'
import { type Followup, isIn } from '../model/followup.ts'
import { addressed } from './phrases.ts'
import { pullRequestLink } from './pull-request.ts'

export const REVIEW_ASKED = 'review requested'

/** What became of the pull request of a result, in a few words each: nothing while it just waits. */
export function afterWords({ shown }: Followup): string[] {
  const { pullRequest } = shown ?? {}
  switch (pullRequest?.state) {
    case 'merged':
      return ['merged']
    case 'closed':
      return ['closed without merging']
    case 'open':
      return [
        ...(pullRequest.checks === 'failed' ? ['checks failed'] : []),
        ...(pullRequest.isReviewAsked ? [REVIEW_ASKED] : [])
      ]
    default:
      return []
  }
}

/** Somebody has to act, so this is said in the thread, once; afterwards, what came of it. */
export function checksNotice(followup: Followup): SlackMessage | undefined {
  const { pullRequest } = followup.shown ?? {}
  if (!pullRequest || !isIn(followup, 'finished')) return undefined
  const link = pullRequestLink(followup.progress.job)
  if (link === undefined) return undefined
  const { state, checks } = pullRequest
  if (state === 'open' && checks === 'failed') {
    const words = addressed([followup], `the checks of ${link} failed. Reply here to tell the agent what to do.`)
    return toMessage(section(words))
  }
  const since = state === 'open' ? (SINCE[checks] ?? ' earlier') : ` before it was ${state}`
  return toMessage(section(`The checks of ${link} failed${since}.`))
}

const SINCE: Record<string, string> = { running: ', and are running again', passed: ' at first, and pass now' }
