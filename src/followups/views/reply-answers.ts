import { plainMessage, type SlackMessage } from '../../slack/blocks.ts'
import type { Replies } from '../model/setting.ts'
import { notSentMessage } from './not-sent-message.ts'
import { jobName } from './phrases.ts'

// Answers to what somebody wrote in a thread; only they see them.

/** A thread has one job. */
export const namesOtherMessage = (jobId: string, otherId: string, words: string): SlackMessage =>
  notSentMessage(`this thread is about ${jobName(jobId)}, and your reply names ${jobName(otherId)}.`, {
    words,
    jobId: otherId
  })

export const mutedMessage = (): SlackMessage =>
  plainMessage(
    'Muted: I won’t mention you in this thread or write to you about it, unless you ask me to. The work continues, and the card shows where it stands. Reply `unmute` to undo this.'
  )

export const unmutedMessage = (): SlackMessage => plainMessage('Unmuted: I’ll mention you in this thread again.')

export const onlyMentionsMessage = (): SlackMessage =>
  plainMessage(
    'Not sent: in this thread, only replies that begin by mentioning me go to the agent. Reply `every reply` to change that for everybody here.'
  )

/** Which replies go to the agent from now on, for everybody in a thread. */
export const repliesChosenMessage = (jobId: string, replies: Replies): SlackMessage =>
  plainMessage(
    replies === 'mention'
      ? `From now on, only replies that begin by mentioning me go to ${jobName(jobId)}. Reply \`every reply\` to undo this.`
      : `From now on, every reply here goes to ${jobName(jobId)}. Reply \`only mentions\` to change that.`
  )

export const everyReplyMessage = (): SlackMessage => plainMessage('In direct messages, every reply goes to the agent.')
