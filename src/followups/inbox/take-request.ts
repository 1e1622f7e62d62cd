import { decodeSlackText, withoutLeadingMention } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { type Command, parseCommand } from '../intent/parse-command.ts'
import { parseReply } from '../intent/parse-reply.ts'
import { answerAtOnce } from '../messages/answer-at-once.ts'
import { helpMessage, onlyFilesMessage } from '../messages/private-messages.ts'
import { toDefaultJobMessage } from '../messages/slip-messages.ts'
import type { Message } from '../stores/inbox-store.ts'
import { answerMessage, passOver, refusalFor, sendMessage, tellAuthorOf } from './settle-message.ts'
import { isInstruction, understand, wordsOf } from './understand-command.ts'

/** Somebody spoke to the bot outside its threads, in a direct message or by mentioning it, in the words of a command. */
export async function takeRequest(deps: FollowupDeps, message: Message): Promise<void> {
  const { botUserId, projectId, names } = deps
  const { kind } = parseReply(message.text, botUserId)
  if (kind === 'aside' || kind === 'chatter') return passOver(deps, message)
  const words = withoutLeadingMention(message.text, botUserId)
  if (kind === 'empty' && message.fileCount > 0) return answerMessage(deps, message, onlyFilesMessage())
  const written = answerOrCommand(words)
  if ('blocks' in written) return answerMessage(deps, message, written)
  const refusal = await refusalFor(deps, message, isInstruction(written) ? wordsOf(written) : '')
  if (refusal) return answerMessage(deps, message, refusal)
  const named = await names.nameMentions(words, message.channelId)
  const command = answerOrCommand(named)
  if ('blocks' in command) return answerMessage(deps, message, command)
  const meant = await understand(deps, message, command)
  if ('blocks' in meant) return answerMessage(deps, message, meant)
  const { jobId, prompt, byDefault } = meant
  const isSent = await sendMessage(
    deps,
    message,
    { projectId, jobId, threadTs: null },
    { prompt, written: decodeSlackText(named).trim() }
  )
  if (isSent && byDefault) await tellAuthorOf(deps, message, toDefaultJobMessage(jobId))
}

function answerOrCommand(words: string) {
  const said = parseCommand(words)
  return isGreeting(said) ? helpMessage() : answerAtOnce(said)
}

/** Nothing but the mention, or a single word. */
const isGreeting = (said: Command) =>
  said.kind === 'nothing' || (said.kind === 'prompt missing' && /^\p{L}+$/u.test(said.jobId))
