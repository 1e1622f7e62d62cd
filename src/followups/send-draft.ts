import type { Sql } from '../database/database.ts'
import type { SlackMessage } from '../slack/blocks.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { staleButtonMessage } from './messages/private-messages.ts'
import { onItsWayMessage } from './messages/slip-messages.ts'
import { startFollowup } from './start-followup.ts'
import { takeDraft } from './stores/draft-store.ts'

/** The author of words without a job has said which one: the button holds the draft and the job. */
export async function sendDraft(
  deps: FollowupDeps,
  sql: Sql,
  { value, channelId, userId: requesterId }: { value: string; channelId: string; userId: string }
): Promise<SlackMessage> {
  const [draftId = '', jobId = ''] = value.split(' ')
  const draft = await takeDraft(sql, draftId, { projectId: deps.projectId, requesterId, channelId })
  if (draft === undefined) return staleButtonMessage()
  const { words: prompt, ...place } = draft
  const instruction = { ...place, jobId, prompt, threadTs: null, responseUrl: null, writtenAtMs: deps.now() }
  return (await startFollowup(deps, sql, instruction)) ? onItsWayMessage(jobId) : staleButtonMessage()
}
