import { actions, button, context, linkButton, plainMessage, type SlackMessage, section } from '../slack/blocks.ts'
import { escapeSlackText, slackTime } from '../slack/slack-text.ts'
import type { Followup, In, ProgressOf, State } from './followup.ts'
import { durationWords, echo, jobName, mention, mentions, pullRequestName, sourceWords } from './phrases.ts'

/** The outcome, for everybody in this thread who waited for it. */
export function resultMessage(finished: [In<'finished'>, ...In<'finished'>[]]): SlackMessage {
  const [{ jobId, progress }] = finished
  const link = progress.job.prLink ?? undefined
  const people = mentions(finished.map(followup => followup.requesterId))
  const sentAtMs = Math.min(...finished.map(followup => followup.progress.sentAtMs))
  const model = progress.job.model && escapeSlackText(progress.job.model)
  const footer = [`took ${durationWords(progress.finishedAtMs - sentAtMs)}`, sourceWords(progress.job), model]
  const words = (pullRequest: string | undefined) =>
    `${people}, ${jobName(jobId)} ${outcomeWords(progress, pullRequest)}`
  return {
    text: link ? `${words(pullRequestName(link))} ${escapeSlackText(link)}` : words(undefined),
    blocks: [
      section(words(link && `<${escapeSlackText(link)}|${pullRequestName(link)}>`)),
      ...(link ? [actions(linkButton('open-pull-request', `View ${pullRequestName(link)}`, link))] : []),
      context(footer.filter(part => part).join(' · '))
    ]
  }
}

function outcomeWords({ status, job, linkBefore }: ProgressOf<'finished'>, pullRequest: string | undefined): string {
  if (status === 'failed') {
    const left = pullRequest ? ` There is a ${pullRequest}.` : ''
    return `failed: the agent met an error it could not get past.${left} Reply here to try something else.`
  }
  if (status === 'archived')
    return `was archived.${pullRequest ? ` Its ${pullRequest} stays.` : ' It left no pull request.'}`
  if (!pullRequest) return 'finished without changing files.'
  if (linkBefore === undefined) return `finished: ${pullRequest} is ready.`
  return linkBefore === job.prLink
    ? `finished. The link is unchanged: ${pullRequest}.`
    : `finished, with a new link: ${pullRequest}.`
}

const SERVICE_SAID = (words: string | undefined) => (words ? ` It said: “${escapeSlackText(words)}”.` : '')

const REJECTED: Record<ProgressOf<'rejected'>['reason'], (job: string, words: string | undefined) => string> = {
  'unknown job': job => `there is no job ${job} in this project. Nothing was sent. Check the id and send it again.`,
  invalid: (job, words) =>
    `the agent service did not accept the instruction for ${job} (400).${SERVICE_SAID(words)} Nothing was delivered. Change the words and send it again.`,
  'key refused': job =>
    `the agent service refuses this bot's key (401). Nothing was delivered to ${job}. The operator of this bot has to renew AGENT_API_KEY; then send it again.`,
  'not allowed': job =>
    `the agent service does not let this bot write to ${job} (403). Nothing was delivered. The operator of this bot has to look into the key's rights.`,
  redirect: job =>
    `the agent service's address has moved. Nothing was delivered to ${job}. The operator of this bot has to correct AGENT_API_URL.`,
  other: (job, words) =>
    `the agent service turned the instruction for ${job} down.${SERVICE_SAID(words)} Nothing was delivered.`,
  unreachable: job =>
    `the agent service could not be reached for too long. Nothing was delivered to ${job}. Send it again when the service is back.`,
  'no card': job => `I could not post in this channel. Nothing was sent to ${job}.`,
  bug: job => `something went wrong in this bot before ${job} got it. Nothing was delivered.`
}

/** The instruction did not reach the agent, and will not. */
export function rejectedMessage({ id, requesterId, jobId, progress }: In<'rejected'>): SlackMessage {
  const reference = progress.reason === 'bug' ? ` The operator finds it under ${id}.` : ''
  return plainMessage(
    `${mention(requesterId)}, not sent: ${REJECTED[progress.reason](jobName(jobId), progress.words)}${reference}`
  )
}

const HELD: Record<ProgressOf<'held'>['because'], string> = {
  limit: 'this hour’s sends are used up',
  'service limit': 'the agent service asks to wait (429)',
  unreachable: 'the agent service cannot be reached'
}

/** The instruction waits, and goes out by itself; afterwards, that it did wait. */
export function heldNotice({ id, jobId, progress }: Followup): SlackMessage {
  if (progress.state !== 'held')
    return plainMessage(`It was held for a while. ${HELD_AFTERWARDS[progress.state] ?? 'It has gone out since.'}`)
  const words = `Held: ${HELD[progress.because]}. Nothing was sent to ${jobName(jobId)} yet; the next try is about ${slackTime(progress.untilMs)}.`
  return { text: words, blocks: [section(words), actions(button('cancel', 'Cancel', id))] }
}

const HELD_AFTERWARDS: Partial<Record<State, string>> = {
  sending: 'It is being sent now.',
  cancelled: 'It was cancelled before it was sent.',
  rejected: 'It was not sent.'
}

/** The answer never came: only a person may decide to send it again. Afterwards, what was decided. */
export function maybeDeliveredNotice(followup: Followup): SlackMessage {
  const { id, requesterId, jobId, prompt } = followup
  const settled = settledLine(followup)
  if (settled !== undefined) {
    const words = `It was unclear whether ${jobName(jobId)} got this.`
    return { text: `${words} ${settled}`, blocks: [section(words), section(echo(prompt)), context(settled)] }
  }
  const words = `${mention(requesterId)}, maybe delivered: the agent service gave no clear answer, so ${jobName(jobId)} may or may not have this. I watch the job; I do not send it again by myself.`
  return {
    text: words,
    blocks: [
      section(words),
      section(echo(prompt)),
      actions(button('send-again', 'Send again', id), button('leave-it', 'Leave it', id))
    ]
  }
}

function settledLine({ progress }: Followup): string | undefined {
  if (progress.state === 'watching')
    return progress.left && `Left as it is · ${mention(progress.left.by)} ${slackTime(progress.left.atMs)}`
  if (progress.state === 'finished') return 'The job reported a result since.'
  if (progress.state !== 'unwatched' || progress.because === 'no sign') return undefined
  if (progress.because === 'sent again' && progress.by)
    return `Sent again · ${mention(progress.by)} ${slackTime(progress.atMs)}`
  return 'No longer watched.'
}

export function filesNotSentMessage({ fileCount }: { fileCount: number }): SlackMessage {
  const files = fileCount === 1 ? 'the file was' : `the ${fileCount} files were`
  return plainMessage(
    `The text was sent, ${files} not: the agent service takes text only. Paste what matters, or link to it.`
  )
}

const UNWATCHED: Partial<Record<ProgressOf<'unwatched'>['because'], (job: string) => string>> = {
  deadline: job => `I stop watching ${job}: it has not finished within 24 hours. The agent may still be working.`,
  'job gone': job =>
    `I stop watching ${job}: the agent service no longer knows it. The instruction had been sent; its outcome cannot be read any more.`,
  'no sign': job =>
    `there is no sign that ${job} got this: it has stayed as it was for 10 minutes. I stop watching. Send it again if you still want it.`,
  bug: job =>
    `I stop watching ${job}: something went wrong in this bot. The instruction had been sent; use \`status\` to look.`
}

/** The watch ended without an outcome and without anybody's button. */
export function unwatchedMessage({ id, requesterId, jobId, progress }: In<'unwatched'>): SlackMessage | undefined {
  const words = UNWATCHED[progress.because]?.(jobName(jobId))
  if (words === undefined) return undefined
  const message = plainMessage(`${mention(requesterId)}, ${words}`)
  if (progress.because !== 'deadline') return message
  return { ...message, blocks: [...message.blocks, actions(button('keep-watching', 'Keep watching', id))] }
}
