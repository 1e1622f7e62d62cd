import { decodeSlackText, withoutLeadingMention } from '../../slack/slack-text.ts'
import { isInstruction, understand, wordsOf } from '../commands/understand-command.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { answerAtOnce } from '../messages/answer-at-once.ts'
import { helpMessage, onlyFilesMessage } from '../messages/private-messages.ts'
import { toDefaultJobMessage } from '../messages/slip-messages.ts'
import { type Command, parseCommand } from '../rules/parse-command.ts'
import { parseReply } from '../rules/parse-reply.ts'
import type { Reply } from '../stores/reply-store.ts'
import { answerReply, passOver, refusalFor, sendReply, tellAuthorOf } from './settle-reply.ts'

/** Somebody spoke to the bot outside its threads, in a direct message or by mentioning it, in the words of a command. */
export async function takeRequest(deps: FollowupDeps, reply: Reply): Promise<void> {
  const { botUserId, projectId, names } = deps
  const { kind } = parseReply(reply.text, botUserId)
  if (kind === 'aside' || kind === 'chatter') return passOver(deps, reply)
  const words = withoutLeadingMention(reply.text, botUserId)
  if (kind === 'empty' && reply.fileCount > 0) return answerReply(deps, reply, onlyFilesMessage())
  const written = answerOrCommand(words)
  if ('blocks' in written) return answerReply(deps, reply, written)
  const refusal = await refusalFor(deps, reply, isInstruction(written) ? wordsOf(written) : '')
  if (refusal) return answerReply(deps, reply, refusal)
  const named = await names.nameMentions(words, reply.channelId)
  const command = answerOrCommand(named)
  if ('blocks' in command) return answerReply(deps, reply, command)
  const meant = await understand(deps, reply, command)
  if ('blocks' in meant) return answerReply(deps, reply, meant)
  const { jobId, prompt, byDefault } = meant
  const isSent = await sendReply(
    deps,
    reply,
    { projectId, jobId, threadTs: null },
    { prompt, written: decodeSlackText(named).trim() }
  )
  if (isSent && byDefault) await tellAuthorOf(deps, reply, toDefaultJobMessage(jobId))
}

function answerOrCommand(words: string) {
  const said = parseCommand(words)
  return isGreeting(said) ? helpMessage() : answerAtOnce(said)
}

/** Nothing but the mention, or a single word. */
const isGreeting = (said: Command) =>
  said.kind === 'nothing' || (said.kind === 'prompt missing' && /^\p{L}+$/u.test(said.jobId))
