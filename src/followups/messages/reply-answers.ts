import type { types } from '@slack/bolt'
import { actions, button, plainMessage, type SlackMessage, section, toMessage } from '../../slack/blocks.ts'
import type { KeptForOther, KeptReply } from '../rules/kept-reply.ts'
import type { Replies } from '../rules/setting.ts'
import { jobName, quoteTwoLines } from './phrases.ts'

// Answers to what somebody wrote in a thread; only they see them.

export const chatterMessage = (kept: KeptReply): SlackMessage =>
  toMessage(section('Not sent: that looks like a thank-you.'), actions(sendItButton(kept)))

export const onlyStopMessage = (kept: KeptReply): SlackMessage =>
  toMessage(
    section('Not sent: I can’t stop an agent. On the card, *Cancel* takes back what hasn’t gone out yet.'),
    actions(sendItButton(kept))
  )

export const sendItButton = (kept: KeptReply): types.Button => button('send-chatter', 'Send it', JSON.stringify(kept))

/** The words could be for either. */
export const whichOfTwoMessage = (
  { jobId, otherId, prompt }: { jobId: string; otherId: string; prompt: string },
  kept: KeptReply
): SlackMessage =>
  toMessage(
    section(
      `Nothing was sent yet. This thread is about ${jobName(jobId)}, and your reply names ${jobName(otherId)}. Which job is it for?`
    ),
    ...quoteTwoLines(prompt),
    actions(
      button('send-here', `Send to ${jobId}`, JSON.stringify(kept)),
      button('send-there', `Send to ${otherId}`, JSON.stringify({ ...kept, jobId: otherId } satisfies KeptForOther)),
      button('send-nowhere', 'Neither', JSON.stringify(kept))
    )
  )

export const sentNowhereMessage = (): SlackMessage => plainMessage('OK: nothing was sent.')

export const nothingLeftMessage = (): SlackMessage =>
  plainMessage('Nothing was sent: that reply was deleted, or is no longer for the agent.')

export const namesOtherNowMessage = (jobId: string): SlackMessage =>
  plainMessage(
    `Nothing was sent: your message is for ${jobName(jobId)} now. To send it there, write it as a new message.`
  )

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
