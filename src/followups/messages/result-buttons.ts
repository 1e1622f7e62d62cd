import type { types } from '@slack/bolt'
import { actions, button, context, plainMessage, type SlackMessage } from '../../slack/blocks.ts'
import { escapeInLine, slackTime } from '../../slack/slack-text.ts'
import type { In } from '../rules/followup.ts'
import type { ProgressOf, SentNext } from '../rules/progress.ts'
import { QUICK_BUTTONS, quickId } from '../rules/quick-followups.ts'
import { byAndAt, jobName, mention } from './phrases.ts'

// What can be sent next from a result, and what was.

/** After a failure: the same again, once, or something else. */
export function retryButtons({ id, jobId, progress }: In<'finished'>): types.Button[] {
  if (progress.status !== 'failed') return []
  const again = sentAgain(progress) ? [] : [button('try-again', 'Try again', id)]
  return [...again, button('write-followup', 'Send follow-up', jobId)]
}

/** Who sent the same again, if anybody did. */
export const sentAgain = ({ sentNext }: ProgressOf<'finished'>) => sentNext?.find(({ label }) => label === undefined)

/** The channel's own, until the work is merged. Each names the words it sends. */
export function quickButtons({ id, shown }: In<'finished'>): types.KnownBlock[] {
  if (shown?.pullRequest?.state === 'merged') return []
  const buttons = QUICK_BUTTONS.flatMap((actionId, at) => {
    const offered = shown?.quick?.[at]
    return offered ? [button(actionId, offered.label, `${id} ${quickId(offered)}`)] : []
  })
  return buttons.length > 0 ? [actions(...buttons)] : []
}

const MOST_SHOWN = 3

/** That it was sent again, and the latest of the others. */
export function sentNextLines(sentNext: SentNext[] = []): types.KnownBlock[] {
  const others = sentNext.filter(({ label }) => label !== undefined).slice(-MOST_SHOWN)
  const lines = sentNext
    .filter(one => one.label === undefined || others.includes(one))
    .map(
      ({ label, ...who }) => `${label === undefined ? 'Sent again' : `Sent *${escapeInLine(label)}*`} · ${byAndAt(who)}`
    )
  return lines.length > 0 ? [context(...lines)] : []
}

/** Pressed before the button was gone. */
export const alreadySentAgainMessage = (jobId: string, { by, atMs }: { by: string; atMs: number }): SlackMessage =>
  plainMessage(`Not sent: ${mention(by)} already sent this to ${jobName(jobId)} again at ${slackTime(atMs)}.`)

/** What the button said is no longer there, or would send something else. */
export const quickChangedMessage = (): SlackMessage =>
  plainMessage('Nothing was sent: this channel’s quick follow-ups have changed since. The result gets the new buttons.')
