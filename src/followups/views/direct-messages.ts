import { plainMessage, type SlackMessage } from '../../slack/blocks.ts'
import type { Followup } from '../model/followup.ts'
import type { ThreadClosed } from '../model/thread.ts'
import { COMMAND, jobName, withPrompt } from './phrases.ts'
import { agentHasIt } from './state-words.ts'

/** A message that could not be posted in its thread, for the person waiting for it. `text` is already escaped. */
export const couldNotPostThereMessage = (channelId: string, text: string): SlackMessage =>
  plainMessage(`I couldn’t write in <#${channelId}>, so here it is: ${text}`)

/** For a day the bot could not find out whether the message is there. */
export const cannotTellIfThereMessage = (channelId: string, text: string): SlackMessage =>
  plainMessage(`I’m not sure this reached <#${channelId}>, so here it is: ${text}`)

/** Says so in a direct message. The status command tells what the thread would have shown. */
export const threadClosedMessage = (
  { jobId, channelId, prompt, progress }: Followup,
  because: ThreadClosed
): SlackMessage => {
  const place = `<#${channelId}>`
  const cause = because === 'card deleted' ? `its card in ${place} was deleted` : `${place} was archived`
  const words =
    progress.state === 'cancelled'
      ? `Not sent to ${jobName(jobId)}: ${cause}.`
      : `I’ve stopped watching ${jobName(jobId)}: ${cause}. ${agentHasIt(progress)}; \`${COMMAND} status ${jobId}\` shows where it stands.`
  return withPrompt(words, prompt)
}
