import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { changeFollowup } from '../change-followup.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { isIn, moveTo } from '../model/followup.ts'
import { copyFollowup, startInThread } from '../sending/start-followup.ts'
import { loadFollowup } from '../stores/followup-store.ts'
import { lockJob } from '../stores/job-store.ts'
import { closedThreadMessage, staleButtonMessage } from '../views/answers.ts'
import { toldTogether } from '../views/draw-view.ts'
import { alreadySentAgainMessage } from '../views/result.ts'
import { findPressed } from './find-pressed.ts'

type Press = { value: string; userId: string; channelId: string }

/** What failed is sent once more, in as many instructions as it was, by whoever presses first. */
export async function tryAgain(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage | undefined> {
  const found = await findPressed(deps, sql, press)
  if (found === undefined) return staleButtonMessage()
  // Whoever closes its thread holds the lock as we do now.
  await lockJob(sql, found)
  const result = await loadFollowup(sql, found.id)
  const { jobId, threadTs, closedBecause } = result
  if (closedBecause) return closedThreadMessage(jobId, closedBecause, '')
  if (!isIn(result, 'finished') || threadTs === null || result.progress.status !== 'failed') return staleButtonMessage()
  const { sentAgain } = result.progress
  if (sentAgain) return alreadySentAgainMessage(jobId, sentAgain)
  const prompts = (await toldTogether(sql, result.id, result.progress.resultId)).map(({ prompt }) => prompt)
  const by = press.userId
  const atMs = deps.now()
  await changeFollowup(deps, sql, result, followup =>
    isIn(followup, 'finished')
      ? moveTo<'finished'>(followup, { ...followup.progress, sentAgain: { by, atMs } })
      : undefined
  )
  for (const prompt of prompts) {
    const again = { ...copyFollowup(result, null, atMs), threadTs, writtenInTs: null, fileCount: 0 }
    await startInThread(deps, sql, { ...again, requesterId: by, prompt })
  }
  return undefined
}
