import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { guardWords } from '../guard-words.ts'
import { sentAfterAllMessage, staleButtonMessage } from '../messages/private-messages.ts'
import { nothingLeftMessage } from '../messages/reply-answers.ts'
import { readInstruction } from '../read-when.ts'
import { parseReply } from '../rules/parse-reply.ts'
import { startFollowup } from '../start-followup.ts'
import { type Draft, takeDraft } from '../stores/draft-store.ts'
import { findEdit } from '../stores/edit-store.ts'
import { actOnce } from './act-once.ts'

/** The author of words without a job has said which one. */
export function sendDraft(
  deps: FollowupDeps,
  sql: Sql,
  { value, channelId, userId: requesterId }: { value: string; channelId: string; userId: string }
): Promise<SlackMessage> {
  const [draftId = '', jobId = ''] = value.split(' ')
  return actOnce(deps, sql, `draft:${value}`, {
    done: sentAfterAllMessage(jobId),
    async act() {
      const draft = await takeDraft(sql, draftId, { projectId: deps.projectId, requesterId, channelId })
      if (draft === undefined) return staleButtonMessage()
      const { words, ...place } = draft
      const prompt = await wordsNow(deps, sql, draft)
      if (prompt === undefined) return nothingLeftMessage()
      const stopped = prompt !== words && guardWords(deps, { from: 'command', text: prompt })
      if (stopped) return stopped
      const said = await readInstruction(deps, prompt, { userId: requesterId, atMs: deps.now() })
      if ('blocks' in said) return said
      const instruction = { ...place, jobId, ...said, threadTs: null, responseUrl: null, writtenAtMs: deps.now() }
      return (await startFollowup(deps, sql, instruction)) ? undefined : staleButtonMessage()
    }
  })
}

/** What the message that holds them says by now. Undefined: its author took it back. */
async function wordsNow(
  { teamId, botUserId }: FollowupDeps,
  sql: Sql,
  { words, replyTs, channelId }: Draft
): Promise<string | undefined> {
  if (replyTs === null) return words
  const said = await findEdit(sql, { teamId, channelId, ts: replyTs })
  if (said === undefined || said.editedTs === replyTs) return words
  const meaning = parseReply(said.text, botUserId)
  return meaning.kind === 'instruction' ? meaning.prompt : undefined
}
