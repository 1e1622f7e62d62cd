import type { types } from '@slack/bolt'
import { button, context, plainMessage, type SlackMessage } from '../../slack/blocks.ts'
import { slackTime } from '../../slack/slack-text.ts'
import type { In, ProgressOf } from '../rules/followup.ts'
import { byAndAt, jobName, mention } from './phrases.ts'

// What can be sent next from a result, and what was.

/** After a failure: the same again, once, or something else. */
export function retryButtons({ id, jobId, progress }: In<'finished'>): types.Button[] {
  if (progress.status !== 'failed') return []
  const again = sentAgain(progress) ? [] : [button('try-again', 'Try again', id)]
  return [...again, button('write-followup', 'Send follow-up', jobId)]
}

/** Who sent the same again, if anybody did. */
export const sentAgain = ({ sentNext }: ProgressOf<'finished'>) => sentNext?.[0]

const MOST_SHOWN = 3

/** The latest. */
export function sentNextLines({ progress: { sentNext = [] } }: In<'finished'>): types.KnownBlock[] {
  const lines = sentNext.slice(-MOST_SHOWN).map(who => `Sent again · ${byAndAt(who)}`)
  return lines.length > 0 ? [context(...lines)] : []
}

/** Pressed before the button was gone. */
export const alreadySentAgainMessage = (jobId: string, { by, atMs }: { by: string; atMs: number }): SlackMessage =>
  plainMessage(`Not sent twice: ${mention(by)} sent this to ${jobName(jobId)} again at ${slackTime(atMs)}.`)
