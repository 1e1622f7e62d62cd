import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { changeFollowup } from '../change-followup.ts'
import { copyFollowup } from '../copy-followup.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { closedThreadMessage, staleButtonMessage } from '../messages/private-messages.ts'
import { alreadySentAgainMessage, sentAgain } from '../messages/result-buttons.ts'
import { finishedTogether } from '../refresh-notice.ts'
import { type Followup, type In, isIn, moveTo } from '../rules/followup.ts'
import { startInThread } from '../start-in-thread.ts'
import { loadFollowup } from '../stores/followup-store.ts'
import { lockJob } from '../stores/job-store.ts'
import { findPressed } from './find-pressed.ts'

type Press = { value: string; userId: string; channelId: string }
type Result = In<'finished'> & { threadTs: string }

/** What failed is sent once more, in as many instructions as it was, by whoever presses first. */
export async function tryAgain(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage | undefined> {
  const result = await lockResult(deps, sql, press, press.value)
  if ('blocks' in result) return result
  const { jobId, progress } = result
  if (progress.status !== 'failed') return staleButtonMessage()
  const earlier = sentAgain(progress)
  if (earlier) return alreadySentAgainMessage(jobId, earlier)
  const prompts = (await finishedTogether(sql, result)).map(({ prompt }) => prompt)
  return sendNext(deps, sql, result, { by: press.userId, prompts })
}

/** The result that the button is on, with its job's lock held; or why nothing can be sent from there. */
async function lockResult(
  deps: FollowupDeps,
  sql: Sql,
  { channelId }: Press,
  id: string
): Promise<Result | SlackMessage> {
  const found = await findPressed(deps, sql, { value: id, channelId })
  if (found === undefined) return staleButtonMessage()
  // Whoever closes its thread holds the lock as we do now.
  await lockJob(sql, found)
  const followup = await loadFollowup(sql, id)
  if (followup.closedBecause) return closedThreadMessage(followup.jobId, followup.closedBecause, '')
  return isResult(followup) ? followup : staleButtonMessage()
}

const isResult = (followup: Followup): followup is Result => isIn(followup, 'finished') && followup.threadTs !== null

/** Sends it in the result's thread, as instructions of whoever pressed, and notes that on the result. */
async function sendNext(
  deps: FollowupDeps,
  sql: Sql,
  result: Result,
  { by, prompts }: { by: string; prompts: string[] }
): Promise<undefined> {
  const atMs = deps.now()
  await changeFollowup(deps, sql, result, followup => {
    if (!isIn(followup, 'finished')) return undefined
    const { progress } = followup
    return moveTo<'finished'>(followup, { ...progress, sentNext: [...(progress.sentNext ?? []), { by, atMs }] })
  })
  const { threadTs } = result
  for (const prompt of prompts) {
    const again = { ...copyFollowup(result, null, atMs), threadTs, writtenInTs: null, fileCount: 0 }
    await startInThread(deps, sql, { ...again, requesterId: by, prompt })
  }
}
