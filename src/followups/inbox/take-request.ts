import type { FollowupDeps } from '../followup-deps.ts'
import { type Intent, idAlone, read } from '../intent/read.ts'
import type { Message } from '../stores/inbox-store.ts'
import { answerAtOnce, helpMessage, isToAnswer, onlyFilesMessage, toDefaultJobMessage } from '../views/answers.ts'
import { answerMessage, passOver, refusalFor, sendMessage, tellAuthorOf } from './settle-message.ts'
import { understand } from './understand.ts'

/** Somebody spoke to the bot outside its threads, in a direct message or by mentioning it, in the words of a command. */
export async function takeRequest(deps: FollowupDeps, message: Message, intent: Intent): Promise<void> {
  const { projectId, names } = deps
  if (intent.kind === 'thanks') return passOver(deps, message)
  if (isGreeting(intent))
    return answerMessage(deps, message, message.fileCount > 0 ? onlyFilesMessage() : helpMessage())
  if (!isToAnswer(intent)) return answerMessage(deps, message, answerAtOnce(intent))
  const refusal = await refusalFor(deps, message, intent.kind === 'instruct' ? intent.prompt : '')
  if (refusal) return answerMessage(deps, message, refusal)
  const text = await names.nameMentions(message.text, message.channelId)
  const meant = await understand(deps, message, read(text, deps))
  if ('blocks' in meant) return answerMessage(deps, message, meant)
  const { jobId, prompt, byDefault } = meant
  const isSent = await sendMessage(deps, message, { projectId, jobId, threadTs: null }, { prompt })
  if (isSent && byDefault) await tellAuthorOf(deps, message, toDefaultJobMessage(jobId))
}

/** Nothing but the mention, or a single word. */
const isGreeting = (intent: Intent) => intent.kind === 'nothing' || /^\p{L}+$/u.test(idAlone(intent) ?? '')
