import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { isIn } from '../model/followup.ts'
import { followupsOfThread } from '../stores/followup-store.ts'
import { lockJob } from '../stores/job-store.ts'
import { findThread } from '../stores/thread-store.ts'
import { staleButtonMessage } from '../views/answers.ts'
import { notTellingMessage } from '../views/watches.ts'
import { addJobWatch, dropJobWatch, promiseMessage } from './watch-job.ts'

type Press = { value: string; userId: string; channelId: string; threadTs: string }

/**
 * Like the word `watch`, from the card, while its thread waits for the agent: the looks are planned already. Pressed again, there,
 * on the answer or in the home, it undoes that. The button carries the job.
 */
export async function tellMe(
  deps: FollowupDeps,
  sql: Sql,
  { value: jobId, userId, channelId, threadTs }: Press
): Promise<SlackMessage> {
  if (await dropJobWatch(deps, sql, jobId, userId)) return notTellingMessage(jobId)
  const thread = await findThread(sql, { teamId: deps.teamId, channelId, threadTs })
  if (thread?.jobId !== jobId) return staleButtonMessage()
  const seen = await lockJob(sql, thread)
  const watched = (await followupsOfThread(sql, thread)).filter(followup => isIn(followup, 'watching'))
  if (watched.length === 0) return staleButtonMessage()
  await addJobWatch(deps, sql, { key: thread, userId, thread, record: seen.record })
  return promiseMessage(jobId, { record: seen.record, watched })
}
