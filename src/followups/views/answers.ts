import type { types } from '@slack/bolt'
import {
  actions,
  button,
  context,
  LIMITS,
  plainMessage,
  type SlackMessage,
  section,
  shorten,
  toMessage
} from '../../slack/blocks.ts'
import type { PersonKind } from '../../slack/lookups.ts'
import { IN_DOUBT, isPostingRestricted } from '../../slack/slack-failure.ts'
import { escapeInLine, escapeSlackText, isDirect, slackTime } from '../../slack/slack-text.ts'
import type { AskedOfJob, Intent } from '../intent/read.ts'
import type { FoundSecret } from '../model/find-secrets.ts'
import { type Followup, hasArrived, isIn, waitOf } from '../model/followup.ts'
import type { FormDraft } from '../model/followup-form.ts'
import type { WhenProblem } from '../model/parse-when.ts'
import { type Cancelled, isRejected, type ThreadClosed } from '../model/progress.ts'
import type { Replies } from '../model/setting.ts'
import { again, COMMAND, echo, jobName, mention, QUOTED, quoteTwoLines, someNames } from './phrases.ts'
import { agentHasIt, goesOutWords, rejectedWords, stateWords } from './state-words.ts'

/** Why somebody may not use the bot here. */
export type RefusalCause = 'channel' | 'user' | Exclude<PersonKind, 'member'>

/** Each says whom it is about, so that it fits a follow-up, a question and a button. */
export const REFUSED: Record<RefusalCause | 'not told', string> = {
  channel: 'I’m not switched on in this channel. Use another one, or ask whoever runs this bot to add it.',
  user: 'you’re not on the list of people who may use this bot. Ask whoever runs it to add you.',
  guest: 'guests can’t steer agent jobs. Ask a full member of this workspace.',
  outsider: 'only members of this workspace can steer agent jobs. Ask one of them.',
  bot: 'bots can’t steer agent jobs.',
  unknown: 'I don’t know your account in this workspace. Ask a full member to do it.',
  'not told': 'Slack couldn’t tell me who you are. Try again in a minute.'
}

export const WHEN_PROBLEMS: Record<WhenProblem, string> = {
  'no colon':
    'write the time in plain text with a colon after it, like `at 18:00: run the tests` or `when idle: run the tests`, or choose it in the form.',
  night:
    'I can’t tell which day you mean by that hour of the night. Write it like `tomorrow at 1:00: run the tests`, or choose it in the form.',
  passed: 'that time has already passed.',
  'too far': 'I can keep a follow-up for 7 days at most.'
}

const REASONS = {
  'which job': (link?: string) => `which job is it for?${noMatch(link)}`,
  'several jobs': () => 'a follow-up goes to one job at a time.',
  'no words': (jobId: string) => `what should ${jobName(jobId)} do?`,
  'not an id': (word: string) =>
    `“${escapeInLine(shorten(word, QUOTED))}” can’t be a job’s id. Put the id first: it begins with a letter, a digit or \`_\`, and contains only those, \`-\`, \`.\` and \`:\`.`,
  'another job': (jobId: string, otherId: string) =>
    `this thread is about ${jobName(jobId)}, and your reply names ${jobName(otherId)}.`,
  'not then': (problem: WhenProblem) => WHEN_PROBLEMS[problem],
  twin: (original: Followup) =>
    `you asked ${jobName(original.jobId)} for the same thing at ${slackTime(original.writtenAtMs)} (${stateWords(original)}).`,
  closed: (channelId: string, because: ThreadClosed) => closedWords(channelId, because),
  'other project': (projectId: string, servedId: string) =>
    `this thread belongs to project ${escapeSlackText(projectId)}, and here I serve ${escapeSlackText(servedId)}.`,
  cancelled: (requesterId: string, { by }: Cancelled) =>
    by === undefined
      ? 'its thread was closed.'
      : by === requesterId
        ? 'you cancelled it.'
        : `${mention(by)} cancelled it.`,
  'too late': () => 'I was held up and read this too late. Try again if you haven’t.',
  'answered before': () => 'it couldn’t go out when I first read it. If you still want it, send it from the form.',
  'not stored': () => 'I can’t take follow-ups right now. Try again in a minute.',
  bug: () => 'something went wrong on my side.'
}

type Facts<Table extends Record<string, (...facts: never[]) => string>> = {
  [Name in keyof Table]: Parameters<Table[Name]>
}
type Sentences<Of> = { [Name in keyof Of]: (...facts: Of[Name] & unknown[]) => string }

export type Reasons = Facts<typeof REASONS>
const reasons: Sentences<Reasons> = REASONS

export const notSent = <Why extends keyof Reasons>(draft: FormDraft, why: Why, ...facts: Reasons[Why]): SlackMessage =>
  offerDraft(`Not sent: ${reasons[why](...facts)}`, draft)

export const notDone = <Why extends keyof Reasons>(why: Why, ...facts: Reasons[Why]): SlackMessage =>
  plainMessage(`Not done: ${reasons[why](...facts)}`)

const fitsButton = (draft: FormDraft) => JSON.stringify(draft).length <= LIMITS.buttonValue

export const formButton = (draft: FormDraft): types.Button =>
  button('open-form', 'Open the form', JSON.stringify(fitsButton(draft) ? draft : { ...draft, words: '' }))

/** Words that no button can carry are given back in full. */
function offerDraft(lead: string, draft: FormDraft): SlackMessage {
  const words = fitsButton(draft) ? quoteTwoLines(draft.words) : echo(draft.words)
  return toMessage(section(lead), ...(draft.words === '' ? [] : words), actions(formButton(draft)))
}

/** A form is of no use to somebody who may not use the bot, so their words are given back. */
export const refusal = (cause: keyof typeof REFUSED, words = ''): SlackMessage =>
  toMessage(section(`${words === '' ? 'Not done' : 'Not sent'}: ${REFUSED[cause]}`), ...echo(words))

/** Slack waits no longer while nobody knows whether it is stored; the answer follows, unless this bot stops first. */
export const unsure = (draft: FormDraft): SlackMessage =>
  offerDraft(
    `I’m not sure yet that I got your follow-up. If I write nothing more here, check \`${COMMAND} status ${draft.jobId ?? '&lt;jobId&gt;'}\` before you send it again.`,
    draft
  )

const ANSWERS = {
  'too long': () => 'Not sent: that’s too long for me. Shorten it, or put it where the agent can read it.',
  'only files': (names: string[]) =>
    `Not sent: there’s only ${escapeInLine(someNames(names))}, without words. Say what the agent should do, or paste what it should read.`,
  'files too late': (names: string[]) =>
    `Sent without ${escapeInLine(someNames(names))}: your words had already gone out when Slack told me about it. Paste what matters, or link to it.`,
  'nothing to send': () =>
    `Not sent. Tell me the job and what it should do, like \`${COMMAND} job_8f2 Also add error handling examples\`. \`${COMMAND} help\` says more.`,
  'no job here': () =>
    `Not sent: I don’t know which job this thread is for. \`${COMMAND} help\` says how to send a follow-up.`,
  'not below this': () =>
    'Not done: in this thread I can’t tell which project a job belongs to. Send this in a channel of that project.',
  stop: () =>
    'Not sent: I can’t stop an agent. To take back what hasn’t gone out yet, press *Cancel* or delete your message.',
  'only mentions': () =>
    'Not sent: in this thread, only replies that begin by mentioning me go to the agent. Reply `every reply` to change that for everybody here.',
  'begin with me': (jobId: string) =>
    `Not sent: in a channel, I only act on messages that start with my name. If this was for the job, send it again, starting with \`@Agent Follow-up ${escapeSlackText(jobId)} …\`.`,
  'tried again': ({ by, atMs }: { by: string; atMs: number }) =>
    `Not sent: ${mention(by)} already tried this again at ${slackTime(atMs)}.`,
  'which job': (asked: AskedOfJob, link?: string) =>
    `Which job?${noMatch(link)} Name it by its id, like \`${COMMAND} ${asked} job_8f2\`.`,
  'thread word': (word: string) => `\`${word}\` only works in a thread: reply with it under the job’s card.`,
  doctor: () => `Type \`${COMMAND} doctor\` to have this installation examined.`,
  'no doctor': () => 'Only workspace admins can have this installation examined.',
  'no status': (jobId?: string) =>
    `I can’t say where ${jobId === undefined ? 'things stand' : `${jobName(jobId)} stands`} right now. Try again in a minute.`,
  'form not opened': () =>
    `I was too slow to open the form. Try again, or type \`${COMMAND} &lt;jobId&gt; &lt;what it should do&gt;\` in a channel.`,
  'stale button': () => 'Too late for that button: something has changed since. The card shows where things stand.',
  'not done': () => 'Not done: I can’t do that right now. Try again in a minute.',
  'perhaps done': () => 'I’m not sure that worked. If nothing changes within a minute, try again.',
  muted: () =>
    'Muted: I won’t mention you in this thread. The work continues, and the card shows where it stands. Reply `unmute` to undo this.',
  'not telling': (jobId: string) => `OK: I won’t write to you when ${jobName(jobId)} ends.`,
  unmuted: () => 'Unmuted: I’ll mention you in this thread again.',
  'replies chosen': (jobId: string, replies: Replies) =>
    replies === 'mention'
      ? `From now on, only replies that begin by mentioning me go to ${jobName(jobId)}. Reply \`every reply\` to undo this.`
      : `From now on, every reply here goes to ${jobName(jobId)}. Reply \`only mentions\` to change that.`,
  'default job': (jobId: string) => `This goes to ${jobName(jobId)}, this channel’s default job.`,
  accepted: (followup: Followup) => {
    const wait = waitOf(followup)
    const words = wait ? goesOutWords(wait) : `on its way to ${jobName(followup.jobId)}`
    return `Got it: ${words}. Its card, or a link to it, will appear here.`
  },
  'in its thread': (followup: Followup, threadUrl: string) => {
    const wait = waitOf(followup)
    return `${jobName(followup.jobId)} already has a thread here. Your follow-up is <${threadUrl}|in that thread>${wait ? `: ${goesOutWords(wait)}` : ''}.`
  },
  'sent without a card': (followup: Followup) =>
    `I couldn’t post the card of ${jobName(followup.jobId)} in ${placeName(followup.channelId)}. ${agentHasIt(followup)}; I’ll write to you directly when there is news.`,
  'no longer watched': (followup: Followup, because: ThreadClosed) =>
    `I’ve stopped watching ${jobName(followup.jobId)}: ${closedWords(followup.channelId, because)} ${agentHasIt(followup)}; \`${COMMAND} status ${followup.jobId}\` shows where it stands.`,
  'has news': (jobId: string) =>
    `There’s news about ${jobName(jobId)} that I can’t show you here. \`${COMMAND} status ${jobId}\` shows what you may see.`,
  /** For the person waiting for it. `text` is already escaped. */
  'could not post': (channelId: string, text: string) =>
    `I couldn’t write in ${placeName(channelId)}, so here it is: ${text}`,
  'perhaps posted': (channelId: string, text: string) =>
    `I’m not sure this reached ${placeName(channelId)}, so here it is: ${text}`
}

export type Answers = Facts<typeof ANSWERS>
const answers: Sentences<Answers> = ANSWERS

export const answer = <Name extends keyof Answers>(name: Name, ...facts: Answers[Name]): SlackMessage =>
  plainMessage(answers[name](...facts))

const placeName = (channelId: string) => (isDirect(channelId) ? 'our direct messages' : `<#${channelId}>`)

const noMatch = (link: string | undefined) =>
  link ? ` No job in this channel matches ${escapeInLine(shorten(link, QUOTED))}.` : ''

const closedWords = (channelId: string, because: ThreadClosed) =>
  because === 'card deleted'
    ? `the job’s card in ${placeName(channelId)} was deleted, which closed its thread.`
    : `${placeName(channelId)} was archived.`

function noCardWords(code: string, channelId: string): string {
  const place = placeName(channelId)
  if (code === 'bug')
    return 'something went wrong on my side. Send it again; if that doesn’t help, tell whoever runs this bot.'
  if (code === IN_DOUBT) return 'I couldn’t find out whether its card arrived. Send it again.'
  if (code === 'is_archived') return `${place} is archived. Send it from another channel.`
  if (isPostingRestricted(code))
    return `only some people may post in ${place}, and I’m not one of them. Ask one of them to let me, or send it from another channel.`
  if (code !== 'not_in_channel' && code !== 'channel_not_found')
    return `Slack won’t let me post in ${place}. Tell whoever runs this bot.`
  return isDirect(channelId)
    ? 'I can’t join a direct message between two people. Send it from a channel, or in your direct messages with me.'
    : `I’m not in ${place}. Type \`/invite @Agent Follow-up\` there, then send it again.`
}

/** The words that said when it goes out come back too; a time that was chosen in the form is chosen in it again. */
export function draftOf({ prompt, jobId, projectId, askedWait }: Followup): FormDraft {
  const said = askedWait && 'said' in askedWait ? askedWait.said : undefined
  const words = said === undefined ? prompt : `${said} ${prompt}`
  return { words, jobId, projectId, ...(askedWait && said === undefined && { wait: askedWait }) }
}

const notSentTo = (followup: Followup) => `Not sent${again(followup)} to ${jobName(followup.jobId)}`

export function notDelivered(followup: Followup, code?: string): SlackMessage {
  const refused = isRejected(followup.progress) ? rejectedWords(followup.progress) : reasons.bug()
  const why = code === undefined ? refused : noCardWords(code, followup.channelId)
  return offerDraft(`${notSentTo(followup)}: ${why}`, draftOf(followup))
}

/** For its author, directly: the thread shows nothing any more. */
export const threadClosed = (followup: Followup, because: ThreadClosed): SlackMessage =>
  isIn(followup, 'dropped')
    ? offerDraft(`${notSentTo(followup)}: ${closedWords(followup.channelId, because)}`, draftOf(followup))
    : toMessage(...answer('no longer watched', followup, because).blocks, ...quoteTwoLines(followup.prompt))

/** `late` are the files that Slack told about only after the words had gone out. */
export function agentHasEarlier(followup: Followup, words: string, late: string[]): SlackMessage {
  const has = `the agent ${hasArrived(followup) ? 'already has' : 'may already have'}`
  const without = late.length > 0 ? `, without ${escapeInLine(someNames(late))}` : ''
  return words === ''
    ? plainMessage(`Too late: ${has} it${without}.`)
    : offerDraft(`Not sent: ${has} your earlier words${without}.`, {
        words,
        jobId: followup.jobId,
        projectId: followup.projectId
      })
}

export const withDefaultNote = ({ blocks }: SlackMessage, jobId: string): SlackMessage =>
  toMessage(...blocks, context(`${jobName(jobId)} is this channel’s default job. For another one, add its id.`))

const MOST_NAMED = 3

/** The message repeats nothing of the secret. */
export const secretFoundMessage = (found: FoundSecret[], from: SaidIn): SlackMessage =>
  offerDraft(withAdvice(`Not sent: ${secretWords(found, from === 'file')}.`, from !== 'command'), { words: '' })

export type SaidIn = 'command' | 'message' | 'file'

export function secretWords(found: FoundSecret[], isInFile = false): string {
  const named = found.map(({ what, line }) => {
    if (isInFile) return `a file or its name contains ${what}`
    return line === undefined ? `this contains ${what}` : `line ${line} looks like ${what}`
  })
  const each = [...new Set(named)]
  return [...each.slice(0, MOST_NAMED), ...(each.length > MOST_NAMED ? ['and more'] : [])].join(', ')
}

/** What others can read is to be deleted before anything else is read about it. */
const withAdvice = (words: string, isInChannel: boolean) =>
  isInChannel
    ? `*Delete your message, then revoke the secret.*\n${words}`
    : `${words} *Revoke the secret if anybody else may have seen it.*`

const HELP = [
  [
    '*Steer an agent job from here.*',
    `\`${COMMAND} &lt;jobId&gt; &lt;what it should do&gt;\` sends a follow-up and posts a card that shows how it ends.`,
    `\`${COMMAND}\` alone opens a form for it, and so does *Send to an agent job* in the menu of a message.`,
    `\`${COMMAND} status &lt;jobId&gt;\` shows where a job stands, and what you and this channel told it.`,
    `\`${COMMAND} watch &lt;jobId&gt;\` sends you a direct message when a job ends.`,
    `\`${COMMAND} list\` shows the jobs of this channel, and yours elsewhere.`,
    `\`${COMMAND} settings\` opens the settings of this channel, and yours.`,
    'Mentioning me at the start of a message, or writing to me directly, works like the command.'
  ].join('\n'),
  '*To send it later*\nBegin what it should do with `when idle:`, or with a time like `at 18:00:`, `tomorrow at 9:` or `in 2 hours:`, as in `&lt;jobId&gt; at 18:00: run the tests`.',
  '*In the thread of a card*\nReplies go to the agent. Start one with `//`, or by mentioning somebody else, to keep it between people. `only mentions` sends only replies that begin by mentioning me; `every reply` undoes that.\n`status`, `list`, `watch`, `settings`, `mute`, `unmute` and `help`, on their own, are commands for me (also as `!status`).\n*Marks on a reply:* 👀 seen · 📨 the agent has it · ⏸ held · ⏲️ can still be undone · ⏰ waiting · ✅ finished · ❌ failed or not delivered · ⚠️ needs a decision · 🔕 no longer watched'
]

export const helpMessage = (): SlackMessage => toMessage(...HELP.map(words => section(words)))

export const settingsButton = () => button('open-settings', 'Settings', 'settings')

export type ToAnswer = Intent & { kind: 'follow up' | 'status' | 'watch' | 'list' }

export const isToAnswer = (intent: Intent): intent is ToAnswer =>
  intent.kind === 'follow up' || intent.kind === 'status' || intent.kind === 'watch' || intent.kind === 'list'

export function answerAtOnce(intent: Exclude<Intent, ToAnswer>): SlackMessage {
  switch (intent.kind) {
    case 'help':
      return helpMessage()
    case 'too long':
    case 'doctor':
    case 'stop':
      return answer(intent.kind)
    case 'not a job id':
      return intent.words === ''
        ? notDone('not an id', intent.word)
        : notSent({ words: intent.words }, 'not an id', intent.word)
    case 'several jobs':
      return notSent({ words: intent.words }, 'several jobs')
    case 'settings':
      // Slack opens a form only for a command or a press.
      return toMessage(
        section(`Open the settings with this button, or type \`${COMMAND} settings\`.`),
        actions(settingsButton())
      )
    case 'thread word':
      return answer('thread word', intent.word)
    default:
      return answer('nothing to send')
  }
}
