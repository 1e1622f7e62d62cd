import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { withoutLeadingMention } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { guardWords } from '../guard-words.ts'
import { takenAlreadyMessage } from '../messages/got-it-messages.ts'
import { staleButtonMessage } from '../messages/private-messages.ts'
import { namesOtherNowMessage, nothingLeftMessage } from '../messages/reply-answers.ts'
import { severalJobsMessage } from '../messages/slip-messages.ts'
import { startAnew } from '../moves/start-in-place-of.ts'
import { isAmount, parseCommand } from '../rules/parse-command.ts'
import { parseReplyTo } from '../rules/parse-reply.ts'
import { type Draft, takeDraft } from '../stores/draft-store.ts'
import { type Edit, type EditSource, findEdit } from '../stores/edit-store.ts'
import { startOnce } from './act-once.ts'
import { readPressed } from './read-pressed.ts'

/** The author of words without a job has said which one. */
export async function sendDraft(
  deps: FollowupDeps,
  sql: Sql,
  press: { value: string; channelId: string; userId: string; userTeamId: string }
): Promise<SlackMessage> {
  const { value, channelId, userId: requesterId } = press
  const [draftId = '', jobId = ''] = value.split(' ')
  return startOnce(deps, sql, `draft:${value}`, {
    done: () => takenAlreadyMessage(jobId),
    async start() {
      const draft = await takeDraft(sql, draftId, { projectId: deps.projectId, requesterId, channelId })
      if (draft === undefined) return staleButtonMessage()
      const { words, ...place } = draft
      const { replyTs } = draft
      const message =
        replyTs === null ? undefined : await findEdit(sql, { teamId: deps.teamId, channelId, ts: replyTs })
      const prompt = wordsNow(deps, jobId, draft, message)
      if (typeof prompt !== 'string') return prompt
      const stopped = prompt !== words && guardWords(deps, 'command', prompt)
      if (stopped) return stopped
      const said = await readPressed(deps, sql, press, prompt, toEdit(draft, message))
      if ('blocks' in said) return said
      const instruction = { ...place, jobId, ...said, threadTs: null, responseUrl: null, writtenAtMs: deps.now() }
      return (await startAnew(deps, sql, instruction)) ?? staleButtonMessage()
    }
  })
}

/** What the message that holds them says by now to this job, or why that is nothing. */
function wordsNow(
  { botUserId }: FollowupDeps,
  jobId: string,
  { words, replyTs }: Draft,
  said: (Edit & EditSource) | undefined
): string | SlackMessage {
  if (said === undefined || said.editedTs === replyTs) return words
  const meaning = parseReplyTo(jobId, { text: said.text, botUserId, isRequest: true })
  if (meaning.kind !== 'instruction') return nothingLeftMessage()
  const request = parseCommand(withoutLeadingMention(said.text, botUserId))
  if (request.kind === 'several jobs') return severalJobsMessage(request)
  const isForOther = request.kind === 'send' && request.jobId !== jobId && !isAmount(request.jobId)
  return isForOther ? namesOtherNowMessage(request.jobId) : meaning.prompt
}

function toEdit({ replyTs: ts, fileCount }: Draft, said: (Edit & EditSource) | undefined) {
  return ts !== null && said ? { ts, threadTs: said.threadTs ?? ts, text: said.text, fileCount } : undefined
}
