import { actions, button, context, plainMessage, type SlackMessage, section, toMessage } from '../../slack/blocks.ts'
import { shorten } from '../../slack/limits.ts'
import { escapeInLine, escapeSlackText } from '../../slack/slack-text.ts'
import type { AskedOfJob, Command } from '../rules/parse-command.ts'
import type { SeenFollowup } from '../rules/seen-followup.ts'
import { COMMAND, jobName, QUOTED, quoteTwoLines, saidInOneLine, withPrompt } from './phrases.ts'
import { standingOf } from './state-words.ts'

// Answers to a command that is not quite one.

type SeveralJobs = Command & { kind: 'several jobs' }

/** A job, by the latest instruction to it. */
function jobLine({ followup, job, hold }: SeenFollowup): string {
  const { icon, words } = standingOf(followup, job, hold)
  return `${icon} ${jobName(followup.jobId)} · ${words} · ${saidInOneLine(followup)}`
}

/** What was said in place of a job's id. */
type Unclear = { words: string; link?: string; firstWord?: string }

const noMatch = (link: string | undefined) =>
  link ? ` No job in this channel matches ${escapeInLine(shorten(link, QUOTED))}.` : ''

const asId = (firstWord: string | undefined) =>
  firstWord ? [`If “${escapeInLine(firstWord)}” is a job’s id, write it in quotes.`] : []

/** Nobody can tell which job is meant: those of the channel are offered. The words are kept as a draft. */
export const chooseJobMessage = (
  jobs: SeenFollowup[],
  { words, link, firstWord }: Unclear,
  draftId: string
): SlackMessage =>
  toMessage(
    section(`Nothing was sent yet: which job?${noMatch(link)}`),
    ...quoteTwoLines(words),
    ...jobs.map(known => {
      const { jobId } = known.followup
      return section(jobLine(known), button('choose-job', `Send to ${jobId}`, `${draftId} ${jobId}`))
    }),
    ...asId(firstWord).map(line => context(line))
  )

/** The same where there is none to offer. */
export const nameTheJobMessage = ({ words, link, firstWord }: Unclear): SlackMessage =>
  withPrompt(
    [
      `Nothing was sent: which job?${noMatch(link)}`,
      `Name it by its id, like \`${COMMAND} job_8f2 …\`.`,
      ...asId(firstWord)
    ].join(' '),
    words
  )

export const didYouMeanMessage = (meant: string, words: string): SlackMessage =>
  withPrompt(`Nothing was sent: did you mean \`${COMMAND} ${escapeSlackText(meant)}\`?`, words)

export const severalJobsMessage = ({ jobIds: [jobId], words, word }: SeveralJobs): SlackMessage =>
  word
    ? plainMessage(`Not done: ask me about one job at a time, like \`${COMMAND} ${word} ${escapeSlackText(jobId)}\`.`)
    : withPrompt(
        'Nothing was sent: a follow-up goes to one job at a time. Send it once for each job, with only that job’s id.',
        words
      )

/** No job was named, and one had been chosen for that. */
export const toDefaultJobMessage = (jobId: string): SlackMessage =>
  plainMessage(`This goes to ${jobName(jobId)}, this channel’s default job.`)

/** The same for what was asked of a job. */
export const withDefaultNote = ({ blocks }: SlackMessage, jobId: string): SlackMessage =>
  toMessage(...blocks, context(`${jobName(jobId)} is this channel’s default job. For another one, add its id.`))

const ASK: Record<AskedOfJob, string> = { status: 'Status of', log: 'Log of', watch: 'Watch' }

/** Something was asked of a job, but of which? */
export function askedOfWhichMessage(
  jobs: SeenFollowup[],
  { word, link }: { word: AskedOfJob; link?: string }
): SlackMessage {
  const lead = `Which job?${noMatch(link)}`
  if (jobs.length === 0) return plainMessage(`${lead} Name it by its id, like \`${COMMAND} ${word} job_8f2\`.`)
  const choices = jobs.map(known => {
    const { jobId } = known.followup
    return section(jobLine(known), button('ask-job', `${ASK[word]} ${jobId}`, `${word} ${jobId}`))
  })
  return toMessage(section(lead), ...choices)
}

/** What someone can do who wants it to stop. */
export const cannotStopMessage = (jobId: string | undefined): SlackMessage =>
  plainMessage(
    `I can’t stop an agent, and nothing was sent. On the job’s card, *Cancel* takes back what hasn’t gone out yet. To ask the agent to stop, send it a sentence: \`${COMMAND} ${escapeSlackText(jobId ?? 'job_8f2')} Stop here and leave the rest as it is\`.`
  )

/** The answer to a word that was typed where the instruction should be. */
export function withWordNote({ blocks }: SlackMessage, jobId: string, word: string): SlackMessage {
  const note = `“${word}” was not sent to ${jobName(jobId)}. If it was meant for the agent, write a sentence, like \`${COMMAND} ${escapeSlackText(jobId)} Tell me your ${word === 'help' ? 'options' : word} in the pull request\`.`
  return toMessage(...blocks, context(note))
}

/** It was mentioned in a message that names a job, but not spoken to. */
export const beginWithMentionMessage = (jobId = '<jobId>'): SlackMessage =>
  plainMessage(
    `Nothing was sent: in a channel, I only act on messages that start with my name. If this was for the job, send it again, starting with \`@Agent Follow-up ${escapeSlackText(jobId)} …\`.`
  )

/** Slack opens a form only for a command or a press. */
export const settingsMessage = (): SlackMessage =>
  toMessage(section(`\`${COMMAND} settings\` opens the settings, and so does this button.`), actions(settingsButton()))

export const settingsButton = () => button('open-settings', 'Settings', 'settings')

export const threadWordMessage = (word: string): SlackMessage =>
  plainMessage(`\`${word}\` only works in a thread: reply with it under the job’s card.`)
