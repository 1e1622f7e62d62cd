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
import { IN_DOUBT, isForFew } from '../../slack/slack-failure.ts'
import { escapeInLine, escapeSlackText, isDirect, slackTime } from '../../slack/slack-text.ts'
import type { AskedOfJob, Intent } from '../intent/read.ts'
import type { RefusalCause } from '../model/decide-who-may.ts'
import { type Followup, type Hold, isHeld, waitOf } from '../model/followup.ts'
import type { FormDraft } from '../model/followup-form.ts'
import type { Replies } from '../model/setting.ts'
import type { ThreadClosed } from '../model/thread.ts'
import { notSentMessage } from './not-sent.ts'
import { rejectedWords } from './notices.ts'
import { COMMAND, jobName, QUOTED, withPrompt } from './phrases.ts'
import { agentHasIt, heldWords, WAITING, waitWords } from './state-words.ts'

const HELP = [
  [
    '*Steer an agent job from here.*',
    `\`${COMMAND} &lt;jobId&gt; &lt;what it should do&gt;\` sends a follow-up and posts a card that shows how it ends.`,
    `\`${COMMAND}\` alone opens a form for it, and so does *Send to an agent job* in the menu of a message.`,
    `\`${COMMAND} status &lt;jobId&gt;\` shows where a job stands, and what it was told.`,
    `\`${COMMAND} watch &lt;jobId&gt;\` sends you a direct message when a job ends.`,
    `\`${COMMAND} list\` shows the jobs of this channel, and yours elsewhere.`,
    `\`${COMMAND} settings\` opens the settings of this channel, and yours.`,
    'Mentioning me at the start of a message, or writing to me directly, works like the command.'
  ].join('\n'),
  '*To send it later*\nBegin what the job should do with `when idle:`, or with a time like `at 18:00:`, `tomorrow at 9:` or `in 2 hours:`, after the job’s id: `&lt;jobId&gt; at 18:00: run the tests`.',
  '*In the thread of a card*\nReplies go to the agent. Start one with `//`, or by mentioning somebody else, to keep it between people. `only mentions` sends only replies that begin by mentioning me; `every reply` undoes that.\n`status`, `list`, `watch`, `mute`, `unmute` and `help`, alone, are for me (also as `!status`).\n*Marks on a reply:* 👀 seen · 📨 the agent has it · ⏸ held · ⏲️ can still be undone · ⏰ waiting · ✅ finished · ❌ failed or not sent · ⚠️ needs a decision · 🔕 no longer watched'
]

export const helpMessage = (): SlackMessage => toMessage(...HELP.map(words => section(words)))

/** A typed instruction went on in the thread that its job has in this channel. */
export function inThreadMessage(followup: Followup, threadUrl: string): SlackMessage {
  const wait = waitOf(followup)
  const stands = wait ? `: ${waitWords(wait)}` : ''
  return plainMessage(
    `${jobName(followup.jobId)} already has a thread here. Your follow-up is <${threadUrl}|in that thread>${stands}.`
  )
}

/** For whoever sent it with a form that was opened elsewhere. */
export const cardElsewhereMessage = (
  { jobId, channelId }: Pick<Followup, 'jobId' | 'channelId'>,
  cardUrl: string
): SlackMessage => {
  const place = isDirect(channelId) ? 'in your direct messages with me' : 'in the channel'
  return plainMessage(`The card for your follow-up to ${jobName(jobId)} is <${cardUrl}|${place}>.`)
}

/** Shown in the channel itself, or elsewhere, naming the channel. Nobody else saw anything of it. */
export const notDeliveredMessage = (followup: Followup, where: 'channel' | 'direct'): SlackMessage => {
  const { channelId, jobId, progress } = followup
  const why = progress.state === 'rejected' ? rejectedWords(jobId, progress) : ''
  const isNoJob = progress.state === 'rejected' && progress.reason === 'unknown job'
  const to = isNoJob ? '' : ` to ${jobName(jobId)}`
  return notSentMessage(why, { words: wordsOf(followup), jobId }, `${to}${inChannel(channelId, where)}`)
}

/** With those that said when it goes out, so that it waits once more when it is sent again. */
const wordsOf = ({ askedWait, prompt }: Followup) =>
  askedWait && 'said' in askedWait && askedWait.said ? `${askedWait.said} ${prompt}` : prompt

const inChannel = (channelId: string, where: 'channel' | 'direct') =>
  where === 'direct' && !isDirect(channelId) ? ` from <#${channelId}>` : ''

export const nothingToSendMessage = (): SlackMessage =>
  withHelp(
    `Not sent. Tell me the job and what it should do, like \`${COMMAND} job_8f2 Also add error handling examples\`.`
  )

export const promptMissingMessage = (jobId: string): SlackMessage =>
  notSentMessage(`what should ${jobName(jobId)} do?`, { words: '', jobId })

export const notAJobIdMessage = (word: string, prompt: string): SlackMessage => {
  const shown = `“${escapeInLine(shorten(word, QUOTED))}”`
  const why = `${shown} can’t be a job’s id. An id comes first and has only letters, digits, \`_\` \`-\` \`.\` \`:\`.`
  return prompt === '' ? plainMessage(why) : notSentMessage(why, { words: prompt })
}

export const notStoredMessage = (prompt: string): SlackMessage =>
  withPrompt('Not sent: I can’t take instructions right now. Try again in a minute.', prompt)

/** The database did not confirm it. */
export const perhapsStoredMessage = (prompt: string): SlackMessage =>
  withPrompt(
    'I’m not sure I got your instruction. If nothing from me appears here within a minute, it wasn’t sent: send it again.',
    prompt
  )

/** Slack will not wait any longer for an answer. The answer follows, unless this bot stops first. */
export const stillStoringMessage = (prompt: string): SlackMessage =>
  withPrompt(
    'One moment, I’m a bit slow right now. If nothing from me appears here within a minute, it wasn’t sent: send it again.',
    prompt
  )

export const cannotTellWhoMessage = (prompt: string): SlackMessage =>
  withPrompt(
    `${prompt === '' ? 'Not done' : 'Not sent'}: Slack couldn’t tell me who you are. Try again in a minute.`,
    prompt
  )

export const brokenReplyMessage = (prompt: string): SlackMessage =>
  notSentMessage('something went wrong on my side.', { words: prompt })

/** Shown in the channel itself, or elsewhere, naming the channel. */
export const cannotPostMessage = (
  code: string,
  followup: Followup,
  where: 'channel' | 'direct' = 'channel'
): SlackMessage => {
  const { channelId, jobId } = followup
  const why = cannotPostWords(code, channelId, where)
  return notSentMessage(why, { words: wordsOf(followup), jobId }, ` to ${jobName(jobId)}${inChannel(channelId, where)}`)
}

/** The instruction went ahead of its card. */
export const sentWithoutCardMessage = (
  { channelId, jobId, prompt, progress }: Followup,
  where: 'channel' | 'direct'
): SlackMessage => {
  const place = where === 'direct' ? `in <#${channelId}>` : 'here'
  const words = `I couldn’t post the card of ${jobName(jobId)} ${place}. ${agentHasIt(progress)}; I’ll write to you directly when there is news.`
  return withPrompt(words, prompt)
}

function cannotPostWords(code: string, channelId: string, where: 'channel' | 'direct'): string {
  const isThere = where === 'direct'
  if (code === 'bug')
    return 'something went wrong on my side. Send it again; if that doesn’t help, tell whoever runs this bot.'
  if (code === IN_DOUBT) return 'I couldn’t find out within a day whether its card arrived. Send it again.'
  if (code === 'is_archived') return `${isThere ? 'that' : 'this'} channel is archived. Send it from another channel.`
  if (isForFew(code))
    return `only some people may post in ${isThere ? 'that' : 'this'} channel, and I’m not one of them. Ask one of them to let me, or send it from another channel.`
  if (code !== 'not_in_channel' && code !== 'channel_not_found') {
    return `Slack won’t let me post ${isThere ? 'there' : 'here'}. Tell whoever runs this bot.`
  }
  if (isDirect(channelId))
    return 'I can’t join a direct message between two people. Send it from a channel, or in your direct messages with me.'
  return isThere
    ? 'I’m not in that channel. Type `/invite @Agent Follow-up` there, then send it again.'
    : 'I’m not in this channel. Type `/invite @Agent Follow-up` here, then send it again.'
}

/** What comes of a button would appear in the channel alone. */
export const cannotShowMessage = (): SlackMessage =>
  plainMessage('Not done: I’m not in this channel. Type `/invite @Agent Follow-up` here, then press it again.')

/** Each says whom it is about, so that it fits an instruction, a question and a button. */
export const REFUSED: Record<RefusalCause, string> = {
  channel: 'I’m not switched on in this channel. Use another one, or ask whoever runs this bot to add it.',
  user: 'you’re not on the list of people who may use this bot. Ask whoever runs it to add you.',
  guest: 'guests can’t steer agent jobs. Ask a full member of this workspace.',
  outsider: 'only members of this workspace can steer agent jobs. Ask one of them.',
  bot: 'bots can’t steer agent jobs.',
  unknown: 'I don’t know your account in this workspace. Ask a full member to send it.'
}

/** Without a prompt it was a question or a button that was refused. */
export const refusedMessage = (cause: RefusalCause, prompt: string): SlackMessage =>
  withPrompt(`${prompt === '' ? 'Not done' : 'Not sent'}: ${REFUSED[cause]}`, prompt)

const CLOSED: Record<ThreadClosed, string> = {
  'card deleted': 'its card was deleted',
  'channel archived': 'the channel was archived'
}

/** Without a prompt it was a button that was pressed. */
export const closedThreadMessage = (jobId: string, because: ThreadClosed, prompt: string): SlackMessage =>
  unlessDone(`this thread is closed because ${CLOSED[because]}.`, { words: prompt, jobId })

/** Without a prompt it was a word for the bot, or a button that was pressed. */
export const otherProjectMessage = (projectId: string, servedId: string, prompt: string): SlackMessage =>
  unlessDone(
    `this thread belongs to project ${escapeSlackText(projectId)}, which I no longer serve. I now serve ${escapeSlackText(servedId)}.`,
    { words: prompt }
  )

const unlessDone = (why: string, draft: FormDraft) =>
  draft.words === '' ? plainMessage(`Not done: ${why}`) : notSentMessage(why, draft)

export const onlyFilesMessage = (): SlackMessage =>
  plainMessage('Not sent: I can’t read files or forwarded messages yet. Paste the words that the agent should read.')

export const noJobHereMessage = (): SlackMessage => withHelp('Not sent: this isn’t a job’s thread.')

export const formNotOpenedMessage = (): SlackMessage =>
  plainMessage(
    `I was too slow to open the form. Try again, or type \`${COMMAND} &lt;jobId&gt; &lt;what it should do&gt;\` in a channel.`
  )

export const staleButtonMessage = (): SlackMessage =>
  plainMessage('Too late for that button: something has changed since. The card shows where things stand.')

export const statusNotReadMessage = (jobId: string | undefined): SlackMessage =>
  plainMessage(
    `I can’t say where ${jobId === undefined ? 'things stand' : `${jobName(jobId)} stands`} right now. Try again in a minute.`
  )

export const notDoneMessage = (): SlackMessage =>
  plainMessage('Not done: I can’t do that right now. Try again in a minute.')

/** The database did not confirm it. */
export const perhapsDoneMessage = (): SlackMessage =>
  plainMessage('I’m not sure that worked. If nothing has changed here within a minute, press it again.')

export const lookWaitsMessage = (jobId: string, untilMs: number): SlackMessage =>
  plainMessage(`Not checked: the agent is busy. I’ll look at ${jobName(jobId)} again at about ${slackTime(untilMs)}.`)

function sentWords(followup: Followup, hold: Hold | undefined): string {
  const { progress } = followup
  const wait = waitOf(followup)
  if (wait) return waitWords(wait)
  if (isHeld(followup)) return heldWords(followup.progress)
  if (progress.state === 'waiting') return hold ? WAITING : 'about to be sent'
  if (progress.state === 'sending') return 'being sent'
  return 'delivery' in progress && progress.delivery === 'maybe' ? 'maybe delivered' : 'sent'
}

/** The same was asked for a moment ago: what became of that. */
export const alreadySentMessage = (original: Followup, hold?: Hold): SlackMessage => {
  const { jobId, prompt, writtenAtMs } = original
  const why = `you asked ${jobName(jobId)} for the same thing at ${slackTime(writtenAtMs)} (${sentWords(original, hold)}).`
  return notSentMessage(why, { words: prompt, jobId })
}

const withHelp = (words: string): SlackMessage => toMessage(section(words), ...helpMessage().blocks)

// Said at the door, before anything has looked at the request.

export const tooLongMessage = (): SlackMessage =>
  plainMessage('Not sent: that’s too long for me. Shorten it, or put it where the agent can read it.')

/** Slack has already told the person that it failed, or is about to. */
export const readTooLateMessage = (typed: string): SlackMessage =>
  withPrompt('Not sent: I was held up and read this too late. Send it again if you haven’t.', typed)

export const pressedTooLateMessage = (): SlackMessage =>
  plainMessage('Not done: I was held up and saw this too late. Press it again if you still need it.')

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

/** No card shows it yet. */
export function acceptedMessage(followup: Followup): SlackMessage {
  const wait = waitOf(followup)
  const words = wait ? `it ${waitWords(wait, 'will wait')}` : `on its way to ${jobName(followup.jobId)}`
  return plainMessage(`Got it: ${words}. Its card, or a link to it, will appear here.`)
}

/** What has to be looked up, or is for an agent. */
export type ToAnswer = Intent & { kind: 'instruct' | 'status' | 'watch' | 'list' }

export const isToAnswer = (intent: Intent): intent is ToAnswer =>
  intent.kind === 'instruct' || intent.kind === 'status' || intent.kind === 'watch' || intent.kind === 'list'

/** The answer to everything else. */
export function answerAtOnce(intent: Exclude<Intent, ToAnswer>): SlackMessage {
  switch (intent.kind) {
    case 'help':
      return helpMessage()
    case 'too long':
      return tooLongMessage()
    case 'not a job id':
      return notAJobIdMessage(intent.word, intent.words)
    case 'several jobs':
      return severalJobsMessage(intent)
    case 'stop':
      return cannotStopMessage()
    case 'settings':
      return settingsMessage()
    case 'thread word':
      return threadWordMessage(intent.word)
    default:
      return nothingToSendMessage()
  }
}

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
