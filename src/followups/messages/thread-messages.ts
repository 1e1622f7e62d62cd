import { actions, button, context, plainMessage, type SlackMessage, section } from '../../slack/blocks.ts'
import { shorten } from '../../slack/limits.ts'
import { escapeSlackText } from '../../slack/slack-text.ts'
import { type Followup, type In, isIn, type Progress, type ProgressOf } from '../rules/followup.ts'
import {
  addressed,
  agentHasIt,
  byAndAt,
  durationWords,
  echo,
  holdWords,
  jobName,
  mention,
  QUOTED,
  questionLines,
  quote,
  sourceWords
} from './phrases.ts'
import { pullRequestButtons, pullRequestLink, pullRequestName, spokenLink } from './pull-request.ts'

const MOST_QUESTIONS = 3

/**
 * The outcome, for everyone in this thread who waited for it. Edited into an existing message, it names people only when it is
 * news to them.
 */
export function resultMessage(finished: [In<'finished'>, ...In<'finished'>[]], { isQuiet = false } = {}): SlackMessage {
  const [{ jobId, progress }] = finished
  const buttons = pullRequestButtons(progress.job)
  const sentAtMs = Math.min(...finished.map(followup => followup.progress.sentAtMs))
  const model = progress.job.model && escapeSlackText(progress.job.model)
  const footer = [`took ${durationWords(progress.finishedAtMs - sentAtMs)}`, sourceWords(progress.job), model]
  const isNews = !isQuiet || Boolean(progress.job.prLink) || progress.status !== 'completed'
  const words = (pullRequest: string | undefined) =>
    addressed(isNews ? finished : [], `${jobName(jobId)} ${outcomeWords(progress, pullRequest)}`)
  const questions = [...new Set(finished.map(({ prompt }) => questionLines(prompt)))].slice(0, MOST_QUESTIONS)
  return {
    text: [words(pullRequestName(progress.job)) + spokenLink(progress.job), ...questions].join('\n'),
    blocks: [
      section([words(pullRequestLink(progress.job)), ...questions].join('\n')),
      ...(buttons.length > 0 ? [actions(...buttons)] : []),
      context(footer.filter(part => part).join(' · '))
    ]
  }
}

function outcomeWords({ status, job, linkBefore }: ProgressOf<'finished'>, pullRequest: string | undefined): string {
  if (status === 'failed') {
    const left = pullRequest ? ` It left ${pullRequest}.` : ''
    return `failed: the agent met an error it could not get past.${left} Reply here to try something else.`
  }
  if (status === 'archived')
    return `was archived.${pullRequest ? ` Its ${pullRequest} stays.` : ' It left no pull request.'}`
  if (!pullRequest) return 'finished, no pull request.'
  if (linkBefore === undefined) return `finished: ${pullRequest} is ready.`
  return linkBefore === job.prLink
    ? `finished. The link is unchanged: ${pullRequest}.`
    : `finished, with a new link: ${pullRequest}.`
}

const serviceSaid = (words: string | undefined) => (words ? ` It said: “${escapeSlackText(words)}”.` : '')

const REJECTED: Record<ProgressOf<'rejected'>['reason'], (job: string, words: string | undefined) => string> = {
  'unknown job': job => `there is no job ${job} in this project. Check the id and send it again.`,
  invalid: (job, words) =>
    `the agent service does not take these words for ${job}.${serviceSaid(words)} Change them and send again.`,
  'key refused': job =>
    `the agent service refuses this bot’s key, so nothing reaches ${job}. The operator has to renew the key; send it again after that.`,
  'not allowed': job =>
    `the agent service does not let this bot’s key use ${job}. The operator has to look into the key’s rights; send it again after that.`,
  redirect: job =>
    `the agent service has moved, so nothing reaches ${job}. The operator has to give me the new address; send it again after that.`,
  other: (job, words) =>
    `the agent service turned this down for ${job}.${serviceSaid(words)} Send it again later; if that does not help, tell the operator.`,
  unreachable: job =>
    `the agent service did not answer for an hour, so I stopped trying to reach ${job}. Send it again when the service is back.`,
  'no turn': job =>
    `this could not go out to ${job} within a day, so I stopped trying. Send it again if you still want it.`,
  'no card': job => `I could not post in this channel, so nothing was sent to ${job}. Invite me, and send it again.`,
  bug: job => `something went wrong in this bot before ${job} got it. Send it again.`
}

/** An instruction typed as a command, where its job already has a thread in that channel. */
export function typedMessage({ requesterId, prompt }: Followup): SlackMessage {
  const words = `${mention(requesterId)} typed in the channel:`
  return { text: `${words} ${escapeSlackText(shorten(prompt, QUOTED))}`, blocks: [section(words), ...echo(prompt)] }
}

/** Why an instruction did not reach the agent. */
export const rejectedWords = (jobId: string, { reason, words }: ProgressOf<'rejected'>): string =>
  REJECTED[reason](jobName(jobId), words)

/** The instruction did not reach the agent, and never will. A command whose card shows only its beginning is given back. */
export function rejectedMessage(followup: In<'rejected'>): SlackMessage {
  const { id, jobId, prompt, replyTs, progress } = followup
  const reference = progress.reason === 'bug' ? ` The operator finds the cause under ${id}.` : ''
  const words = addressed([followup], `not delivered: ${rejectedWords(jobId, progress)}${reference}`)
  const isCut = replyTs === null && prompt.length > QUOTED
  return { text: words, blocks: [section(words), ...(isCut ? echo(prompt) : [])] }
}

/** The instruction waits, and goes out on its own; afterwards, what became of it. */
export function heldNotice({ id, jobId, prompt, progress }: Followup): SlackMessage {
  if (progress.state !== 'held') {
    const [why, line] = afterHold(progress)
    return { text: why, blocks: [section(why), ...(line ? [context(line)] : [])] }
  }
  const words = `Held: ${holdWords(progress)} ${jobName(jobId)} does not have this yet.\n${quote(prompt)}`
  return { text: words, blocks: [section(words), actions(button('cancel', 'Cancel', id))] }
}

function afterHold(progress: Progress): [string, string?] {
  switch (progress.state) {
    case 'cancelled':
      return ['Held for a while, and not sent.', `Cancelled · ${byAndAt(progress)}`]
    case 'rejected':
      return ['Held for a while, and not delivered.']
    case 'sending':
      return ['Held for a while; it goes out now.']
    default:
      return ['Held for a while, then sent.']
  }
}

export const DOUBT: Record<NonNullable<ProgressOf<'watching'>['doubt']>, string> = {
  'too slow': 'the agent service did not answer in time',
  'cut off': 'the connection broke before the agent service answered',
  'server error': 'the agent service answered with an error of its own',
  unreadable: 'the agent service’s answer could not be read',
  restart: 'I was interrupted and lost the answer'
}

/** The answer never came: only a person may decide to send it again. Afterwards, what was decided. */
export function maybeDeliveredNotice(followup: Followup): SlackMessage {
  const { id, jobId, prompt } = followup
  const sendAgain = button('send-again', 'Send again', id)
  if (isIn(followup, 'watching') && !followup.progress.left) {
    const why = DOUBT[followup.progress.doubt ?? 'cut off']
    const words = addressed(
      [followup],
      `maybe delivered: ${why}, so ${jobName(jobId)} may or may not have this. I’m watching the job. Send it again only if having it twice does no harm.`
    )
    return {
      text: words,
      blocks: [section(words), ...echo(prompt), actions(sendAgain, button('leave-it', 'Leave it', id))]
    }
  }
  const words = `It was unclear whether ${jobName(jobId)} got this.`
  const line = settledLine(followup)
  const noSign = isIn(followup, 'unwatched') && followup.progress.because === 'no sign'
  const blocks = [section(words), ...echo(prompt), context(line), ...(noSign ? [actions(sendAgain)] : [])]
  return { text: `${words} ${line}`, blocks }
}

function settledLine({ progress }: Followup): string {
  if (progress.state === 'watching' && progress.left) return `Left as it is · ${byAndAt(progress.left)}`
  if (progress.state === 'finished') return 'It did: the result is in this thread.'
  if (progress.state === 'unwatched' && progress.because === 'no sign') return 'No sign of it in the job.'
  if (progress.state === 'unwatched' && progress.because === 'sent again') return `Sent again · ${byAndAt(progress)}`
  return 'No longer watched.'
}

export function filesNotSentMessage({ fileCount, progress }: In<'watching'>): SlackMessage {
  const files = fileCount === 1 ? 'the file was' : `the ${fileCount} files were`
  return plainMessage(
    `The text ${progress.delivery === 'maybe' ? 'may have been' : 'was'} sent, ${files} not: the agent service takes text only. Paste what matters, or link to it.`
  )
}

const UNWATCHED: Partial<Record<ProgressOf<'unwatched'>['because'], (job: string, agentHasIt: string) => string>> = {
  deadline: job =>
    `I’ve stopped watching ${job}: it has not finished within 24 hours. The agent may still be working on it.`,
  'job gone': (job, agentHasIt) =>
    `I’ve stopped watching ${job}: the agent service no longer knows it. ${agentHasIt}, but its outcome cannot be read any more.`,
  'no sign': job =>
    `there is no sign that ${job} got this: it has stayed as it was for 10 minutes, so I’ve stopped watching. If you still want it, press *Send again* above.`,
  bug: (job, agentHasIt) =>
    `I’ve stopped watching ${job}: something went wrong in this bot. ${agentHasIt}; write \`status\` here to see where it stands.`
}

/** Somebody ended a watch that others were waiting for. */
export const stoppedForOthersMessage = (jobId: string, by: string, others: string[]): SlackMessage =>
  plainMessage(
    `${mention(by)} stopped watching ${jobName(jobId)} in this thread, for ${[...new Set(others)].map(mention).join(' ')} too. The agent itself goes on; *Watch again* on the card brings the news back.`
  )

const sawOtherWork = (progress: Progress) =>
  progress.state === 'unwatched' && (progress.evidence.afterWork || progress.evidence.mixed)

const workOfOthersWords = (job: string) =>
  `I can’t tell whether ${job} got this: what it has done since may have been for another instruction, and it has been at rest for 10 minutes, so I’ve stopped watching. If you still want it, press *Send again* above.`

/**
 * The watch ended without an outcome and without a button press, which made this `version` of the follow-up. Afterwards, who
 * resumed it.
 */
export function unwatchedMessage(followup: Followup, version = followup.version): SlackMessage | undefined {
  const { id, jobId, progress, version: latest } = followup
  const resumed = 'resumed' in progress && version !== latest ? progress.resumed : undefined
  // Of the ends that are told, only a deadline can be followed by another watch.
  const because = progress.state === 'unwatched' && !resumed ? progress.because : 'deadline'
  const say = because === 'no sign' && sawOtherWork(progress) ? workOfOthersWords : UNWATCHED[because]
  const words = say?.(jobName(jobId), agentHasIt(progress))
  if (words === undefined) return undefined
  const message = plainMessage(addressed([followup], words))
  if (because !== 'deadline') return message
  const end = resumed
    ? context(`Watching again · ${byAndAt(resumed)}`)
    : actions(button('keep-watching', 'Keep watching', id))
  return { ...message, blocks: [...message.blocks, end] }
}
