import type { types } from '@slack/bolt'
import { button, context, plainMessage, type SlackMessage } from '../../slack/blocks.ts'
import { slackTime } from '../../slack/slack-text.ts'
import type { In } from '../model/followup.ts'
import type { ProgressOf } from '../model/progress.ts'
import { byAndAt, jobName, mention } from './phrases.ts'

// What can be sent next from a result of a failed job, and what was.

/** The same again, once, or something else. */
export function retryButtons({ id, jobId, progress }: In<'finished'>): types.Button[] {
  if (progress.status !== 'failed') return []
  const again = progress.sentAgain ? [] : [button('try-again', 'Try again', id)]
  return [...again, button('write-followup', 'Send follow-up', jobId)]
}

export const sentAgainLine = ({ sentAgain }: ProgressOf<'finished'>): types.KnownBlock[] =>
  sentAgain ? [context(`Sent again · ${byAndAt(sentAgain)}`)] : []

/** Pressed before the button was gone. */
export const alreadySentAgainMessage = (jobId: string, { by, atMs }: { by: string; atMs: number }): SlackMessage =>
  plainMessage(`Not sent: ${mention(by)} already sent this to ${jobName(jobId)} again at ${slackTime(atMs)}.`)
