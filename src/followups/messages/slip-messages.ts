import { context, plainMessage, type SlackMessage, section, toMessage } from '../../slack/blocks.ts'
import { shorten } from '../../slack/limits.ts'
import { escapeInLine, escapeSlackText, slackTime } from '../../slack/slack-text.ts'
import type { Followup } from '../rules/followup.ts'
import type { SeenJob } from '../rules/seen-job.ts'
import { echo, jobName, mention, QUOTED, withPrompt, wordsInOneLine } from './phrases.ts'
import { standingOf } from './state-words.ts'

// Answers to a command that is not quite one.

const COMMAND = '/agent-followup'

/** A job of the channel: its latest follow-up there, and what is known about it. */
export type KnownJob = { latest: Followup; job: SeenJob }

function jobLine({ latest, job }: KnownJob): string {
  const { icon, words } = standingOf(latest, job)
  return `${icon} ${jobName(latest.jobId)} · ${words} · ${wordsInOneLine(latest.prompt)}`
}

export function jobListMessage(jobs: KnownJob[]): SlackMessage {
  if (jobs.length === 0) {
    return plainMessage(
      `I don’t know any jobs in this channel yet. \`${COMMAND} &lt;jobId&gt; &lt;what it should do&gt;\` sends one its first instruction.`
    )
  }
  const lines = jobs.map(
    known =>
      `${jobLine(known)} · ${mention(known.latest.requesterId)} ${slackTime(known.latest.writtenAtMs, '{date_short_pretty} {time}')}`
  )
  return plainMessage(['The jobs of this channel, latest first:', ...lines].join('\n'))
}

// In a code block nothing but a backtick needs care, and what is longer is tedious to read five times.
const COPYABLE = 400

export type Unclear = { words: string; asks: 'send' | 'status'; link?: string; firstWord?: string }

/** Nobody can tell which job is meant: those of the channel are offered, each as a command to copy. */
export function whichJobMessage(jobs: KnownJob[], { words, asks, link, firstWord }: Unclear): SlackMessage {
  const unknown = link ? ` No job in this channel matches ${escapeInLine(shorten(link, QUOTED))}.` : ''
  const lead = `${asks === 'send' ? 'Nothing was sent: which' : 'Which'} job?${unknown}`
  const asId = firstWord ? [`If “${escapeInLine(firstWord)}” is a job’s id, write it in quotes.`] : []
  if (jobs.length === 0) {
    const example = asks === 'send' ? `${COMMAND} job_8f2 …` : `${COMMAND} status job_8f2`
    return withPrompt([lead, `Name it by its id, like \`${example}\`.`, ...asId].join(' '), words)
  }
  const isCopyable = words.length <= COPYABLE && !words.includes('`')
  const commandFor = ({ latest: { jobId } }: KnownJob) =>
    asks === 'status' ? `${COMMAND} status ${jobId}` : `${COMMAND} ${jobId} ${isCopyable && words !== '' ? words : '…'}`
  const said = `${lead} Copy one of these:`
  const choices = jobs.map(known => `${jobLine(known)}\n\`\`\`${escapeSlackText(commandFor(known))}\`\`\``)
  return toMessage(
    section(said),
    ...choices.map(choice => section(choice)),
    ...(isCopyable ? [] : [section('Your words:'), ...echo(words)]),
    ...asId.map(line => context(line))
  )
}

/** What someone can do who wants it to stop. */
export const cannotStopMessage = (jobId: string | undefined): SlackMessage =>
  plainMessage(
    `Nothing was stopped, and nothing was sent: I can’t stop an agent. On the job’s card, *Cancel* takes back what hasn’t gone out yet, and *Stop watching* ends the updates. To tell the agent to stop, send it a sentence: \`${COMMAND} ${escapeSlackText(jobId ?? 'job_8f2')} Stop here and leave the rest as it is\`.`
  )

/** The answer to a word that was typed where the instruction should be. */
export function withWordNote({ blocks }: SlackMessage, jobId: string, word: string): SlackMessage {
  const note = `“${word}” was not sent to ${jobName(jobId)}. If it was meant for the agent, write a sentence, like \`${COMMAND} ${escapeSlackText(jobId)} Tell me your ${word === 'help' ? 'options' : 'status'} in the pull request\`.`
  return toMessage(...blocks, context(note))
}

export const threadWordMessage = (word: string): SlackMessage =>
  plainMessage(`\`${word}\` only works in a thread: reply with it under the job’s card.`)
