import type { Sql } from '../database/database.ts'
import type { SlackMessage } from '../slack/blocks.ts'
import { firstDeliveries, knownDeliveries } from '../slack/delivery-store.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { sentAfterAllMessage, staleButtonMessage } from './messages/private-messages.ts'
import { startFollowup } from './start-followup.ts'
import { takeDraft } from './stores/draft-store.ts'

/** The author of words without a job has said which one. Pressed twice, the button says the same again. */
export async function sendDraft(
  deps: FollowupDeps,
  sql: Sql,
  { value, channelId, userId: requesterId }: { value: string; channelId: string; userId: string }
): Promise<SlackMessage> {
  const [draftId = '', jobId = ''] = value.split(' ')
  const pressed = `draft:${value}`
  const draft = await takeDraft(sql, draftId, { projectId: deps.projectId, requesterId, channelId })
  if (draft === undefined)
    return (await knownDeliveries(sql, [pressed])).length > 0 ? sentAfterAllMessage(jobId) : staleButtonMessage()
  await firstDeliveries(sql, [pressed], deps.now())
  const { words: prompt, ...place } = draft
  const instruction = { ...place, jobId, prompt, threadTs: null, responseUrl: null, writtenAtMs: deps.now() }
  return (await startFollowup(deps, sql, instruction)) ? sentAfterAllMessage(jobId) : staleButtonMessage()
}
