import {
  actions,
  button,
  context,
  plainMessage,
  type SlackMessage,
  section,
  shorten,
  toMessage
} from '../../slack/blocks.ts'
import { escapeInLine, escapeSlackText } from '../../slack/slack-text.ts'
import type { AskedOfJob, Intent } from '../intent/read.ts'
import { notSentMessage } from './not-sent-message.ts'
import { COMMAND, jobName, QUOTED } from './phrases.ts'

// Answers to a command that is not quite one.

type SeveralJobs = Intent & { kind: 'several jobs' }

const noMatch = (link: string | undefined) =>
  link ? ` No job in this channel matches ${escapeInLine(shorten(link, QUOTED))}.` : ''

/** Nobody can tell which job is meant. */
export const whichJobMessage = (words: string, link?: string): SlackMessage =>
  notSentMessage(`which job is it for?${noMatch(link)}`, { words })

export const severalJobsMessage = ({ jobIds: [jobId], words, asked }: SeveralJobs): SlackMessage =>
  asked
    ? plainMessage(`Not done: ask me about one job at a time, like \`${COMMAND} ${asked} ${escapeSlackText(jobId)}\`.`)
    : notSentMessage('a follow-up goes to one job at a time.', { words })

/** No job was named, and one had been chosen for that. */
export const toDefaultJobMessage = (jobId: string): SlackMessage =>
  plainMessage(`This goes to ${jobName(jobId)}, this channel’s default job.`)

/** The same for what was asked of a job. */
export const withDefaultNote = ({ blocks }: SlackMessage, jobId: string): SlackMessage =>
  toMessage(...blocks, context(`${jobName(jobId)} is this channel’s default job. For another one, add its id.`))

/** Something was asked of a job, but of which? */
export const askedOfWhichMessage = (word: AskedOfJob, link?: string): SlackMessage =>
  plainMessage(`Which job?${noMatch(link)} Name it by its id, like \`${COMMAND} ${word} job_8f2\`.`)

/** What someone can do who wants it to stop. */
export const cannotStopMessage = (): SlackMessage =>
  plainMessage('Not sent: I can’t stop an agent. What hasn’t gone out yet has a *Cancel* button.')

/** It was mentioned in a message that names a job, but not spoken to. */
export const beginWithMentionMessage = (jobId = '<jobId>'): SlackMessage =>
  plainMessage(
    `Not sent: in a channel, I only act on messages that start with my name. If this was for the job, send it again, starting with \`@Agent Follow-up ${escapeSlackText(jobId)} …\`.`
  )

/** Slack opens a form only for a command or a press. */
export const settingsMessage = (): SlackMessage =>
  toMessage(section(`\`${COMMAND} settings\` opens the settings, and so does this button.`), actions(settingsButton()))

export const settingsButton = () => button('open-settings', 'Settings', 'settings')

export const threadWordMessage = (word: string): SlackMessage =>
  plainMessage(`\`${word}\` only works in a thread: reply with it under the job’s card.`)
