import { actions, button, plainMessage, type SlackMessage, section, toMessage } from '../../slack/blocks.ts'
import { type EditNews, mayBeChanged } from '../rules/decide-edit.ts'
import { type Followup, isIn, isTakenBack, waitOf } from '../rules/followup.ts'
import type { Progress } from '../rules/progress.ts'
import type { Wait } from '../rules/wait.ts'
import { notSentMessage } from './not-sent-message.ts'
import { jobName, mention, quote, withPrompt } from './phrases.ts'
import { waitWords } from './state-words.ts'
import { editNotTakenMessage, whenProblemMessage } from './wait-messages.ts'

// What the author of a reply reads, privately, about editing or deleting it.

/** `editedTs` names the edit. */
export function aboutEdit(news: EditNews, followup: Followup, editedTs: string): SlackMessage {
  const { jobId, replyTs } = followup
  switch (news.kind) {
    case 'in time':
      return editInTimeMessage(jobId)
    case 'cancelled':
      return cancelledByEditMessage(followup, news.newWords)
    case 'no such time':
      return news.isOff
        ? whenProblemMessage(news.problem, news.written)
        : editNotTakenMessage(news.problem, news.written, withoutEdit(followup))
    case 'correction':
      return correctionMessage(followup, news, `${replyTs} ${editedTs}`)
    case 'too late':
      return tooLateToTakeBackMessage(followup)
    case 'taken back':
      return takenBackMessage(followup, news.words)
    case 'still not sent':
      return stillNotSentMessage(news.newWords)
  }
}

/** The edit and the send raced, and the edit won. */
export const editInTimeMessage = (jobId: string): SlackMessage =>
  plainMessage(`Just in time: ${jobName(jobId)} gets your edited version.`)

/** An edit neither moves words to another job nor asks the bot anything. What would not be sent anew either is no use to its author. */
export function cancelledByEditMessage({ jobId, prompt }: Followup, newWords: string | undefined): SlackMessage {
  const what = newWords === undefined ? 'If you still want what it said before, send that' : 'Send it again'
  return withPrompt(
    `Cancelled: your edited message is no longer an instruction for ${jobName(jobId)}. ${what} as a new message.`,
    newWords ?? prompt
  )
}

export const stillNotSentMessage = (newWords: string): SlackMessage =>
  withPrompt(
    'Not sent: your message wasn’t delivered before, and editing it doesn’t send it. Send it again as a new message.',
    newWords
  )

/** `which` names the edit: a later one makes the button stale. */
export function correctionMessage(
  { progress }: Followup,
  { prompt, wait }: { prompt: string; wait?: Wait | undefined },
  which: string
): SlackMessage {
  const send = actions(button('send-correction', 'Send the correction', which))
  const when = wait ? ` The correction ${waitWords(wait, 'will wait')}.` : ''
  return toMessage(section(`Send the correction? ${WITHOUT_EDIT[gone(progress)]}${when}`), ...quote(prompt), send)
}

/** Deleted, or edited until nothing is left to send. */
export const tooLateToTakeBackMessage = ({ progress, prompt }: Followup): SlackMessage =>
  toMessage(
    section(`Too late to take this back: ${TOO_LATE[gone(progress)]}. Reply here with what it should do instead.`),
    ...quote(prompt)
  )

/** They have edited it since. */
export const takenBackMessage = (followup: Followup, words: string): SlackMessage =>
  notSentMessage(`${earlier(followup)} earlier.`, { words, jobId: followup.jobId })

function earlier(followup: Followup): string {
  const { by, givenBack } = isIn(followup, 'cancelled') ? followup.progress : {}
  if (isTakenBack(followup)) return `this message was ${givenBack ? 'given' : 'taken'} back`
  return by === undefined ? 'this message was cancelled' : `${mention(by)} cancelled this message`
}

type Gone = 'being sent' | 'maybe delivered' | 'not delivered' | 'delivered'

function gone(progress: Progress): Gone {
  if (progress.state === 'sending') return 'being sent'
  if (progress.state === 'rejected') return 'not delivered'
  return 'delivery' in progress && progress.delivery === 'maybe' ? 'maybe delivered' : 'delivered'
}

const WITHOUT_EDIT: Record<Gone, string> = {
  'being sent': 'Your reply is going out without this edit.',
  'maybe delivered': 'The agent may have your reply without this edit.',
  'not delivered': 'Your reply was never delivered.',
  delivered: 'The agent has your reply without this edit.'
}

/** Where a reply stands whose edit was not taken. */
export function withoutEdit(followup: Followup): string {
  const wait = waitOf(followup)
  if (wait) return `What you wrote before still counts: ${waitWords(wait)}.`
  return mayBeChanged(followup) ? 'What you wrote before still goes out.' : WITHOUT_EDIT[gone(followup.progress)]
}

const TOO_LATE: Record<Gone, string> = {
  'being sent': 'it’s on its way to the agent',
  'maybe delivered': 'the agent may have it',
  'not delivered': 'it was never delivered',
  delivered: 'the agent has it'
}

export function correctionOnItsWayMessage(correction: Followup): SlackMessage {
  const wait = waitOf(correction)
  const what = wait ? waitWords(wait, 'will wait') : `is on its way to ${jobName(correction.jobId)}`
  return plainMessage(`Got it: the correction ${what}.`)
}
