import { plainMessage, type SlackMessage } from '../../slack/blocks.ts'
import type { Replies } from '../rules/setting.ts'
import { jobName } from './phrases.ts'

// Which replies go to the agent from now on, for everybody in a thread.

export const repliesChosenMessage = (jobId: string, replies: 'always' | 'mention'): SlackMessage =>
  plainMessage(
    replies === 'mention'
      ? `From now on, only replies that begin by mentioning me go to ${jobName(jobId)}. Reply \`every reply\` to undo this.`
      : `From now on, every reply here goes to ${jobName(jobId)}. Reply \`only mentions\` to change that.`
  )

const AS_CHANNEL: Record<Replies, (job: string) => string> = {
  always: job => `every reply goes to ${job}`,
  mention: job => `only replies that begin by mentioning me go to ${job}`,
  smart: job => `every reply goes to ${job}, until a second person writes in the thread`
}

/** The thread has no choice of its own any more. */
export const repliesAsChannelMessage = (jobId: string, replies: Replies): SlackMessage =>
  plainMessage(`From now on, it’s the same here as in the channel: ${AS_CHANNEL[replies](jobName(jobId))}.`)
