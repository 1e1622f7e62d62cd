import { actions, button, plainMessage, type SlackMessage, section, toMessage } from '../../slack/blocks.ts'
import type { EditNews } from '../rules/decide-edit.ts'
import type { EditMeaning } from '../rules/edit-meaning.ts'
import type { Followup } from '../rules/followup.ts'
import { type KeptReply, keptReplyOf } from '../rules/kept-reply.ts'
import type { Progress } from '../rules/progress.ts'
import { jobName, quote, withPrompt } from './phrases.ts'
import { sendItButton, whichOfTwoMessage } from './reply-answers.ts'
import { whenProblemMessage } from './wait-messages.ts'

// What the author of a reply reads, privately, about editing or deleting it.

type Edited = { next: Followup | undefined; meaning: EditMeaning; editedTs: string }

/** `next`: the edit changed what goes out. */
export function aboutEdit(news: EditNews, followup: Followup, { next, meaning, editedTs }: Edited): SlackMessage {
  const { jobId, replyTs } = followup
  const kept = keptReplyOf(followup)
  const words = meaning.kind === 'word' ? meaning.word : 'prompt' in meaning ? meaning.prompt : ''
  if (meaning.kind === 'no such time')
    return whenProblemMessage(meaning.problem, words, next ? 'not sent' : 'edit not taken')
  switch (news) {
    case 'in time':
      return editInTimeMessage(jobId)
    case 'correction':
      return correctionMessage(followup, words, `${replyTs} ${editedTs}`)
    case 'too late':
      return tooLateToTakeBackMessage(followup)
    case 'taken back':
      return takenBackMessage(kept)
    case 'cancelled':
    case 'which of two':
    case 'no such time':
      return kept && meaning.kind === 'for either'
        ? whichOfTwoMessage({ jobId, otherId: meaning.otherId, prompt: words }, kept)
        : cancelledByEditMessage(jobId, words)
  }
}

/** The edit and the send raced, and the edit won. */
export const editInTimeMessage = (jobId: string): SlackMessage =>
  plainMessage(`Just in time: ${jobName(jobId)} gets your edited version.`)

/** An edit neither moves words to another job nor asks the bot anything. */
export const cancelledByEditMessage = (jobId: string, prompt: string): SlackMessage =>
  withPrompt(
    `Cancelled: your edited message is no longer an instruction for ${jobName(jobId)}. Send it again as a new message.`,
    prompt
  )

/** `which` names the edit: a later one makes the button stale. */
export function correctionMessage({ progress }: Followup, prompt: string, which: string): SlackMessage {
  const send = actions(button('send-correction', 'Send the correction', which))
  return toMessage(section(`Send the correction? ${WITHOUT_EDIT[gone(progress)]}`), ...quote(prompt), send)
}

/** Deleted, or edited until nothing is left to send. */
export const tooLateToTakeBackMessage = ({ progress, prompt }: Followup): SlackMessage =>
  toMessage(
    section(`Too late to take this back: ${TOO_LATE[gone(progress)]}. Reply here with what it should do instead.`),
    ...quote(prompt)
  )

/** They have edited it since. */
export const takenBackMessage = (kept: KeptReply | undefined): SlackMessage =>
  toMessage(
    section(`Not sent: this message was taken back before.${kept ? '' : ' Send it again as a new one.'}`),
    ...(kept ? [actions(sendItButton(kept))] : [])
  )

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

const TOO_LATE: Record<Gone, string> = {
  'being sent': 'it’s on its way to the agent',
  'maybe delivered': 'the agent may have it',
  'not delivered': 'it was never delivered',
  delivered: 'the agent has it'
}

export const correctionOnItsWayMessage = (jobId: string): SlackMessage =>
  plainMessage(`Got it: the correction is on its way to ${jobName(jobId)}.`)
