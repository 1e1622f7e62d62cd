import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { lockDeliveries } from '../../slack/delivery-store.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { rulingOn, stopSecrets } from '../guard-words.ts'
import { alreadySentMessage, closedThreadMessage, staleButtonMessage } from '../messages/private-messages.ts'
import { alreadySentAgainMessage, quickChangedMessage, sentAgain } from '../messages/result-buttons.ts'
import { secretFoundMessage } from '../messages/secret-messages.ts'
import { changeFollowup } from '../moves/change-followup.ts'
import { copyFollowup } from '../moves/copy-followup.ts'
import { startInThread } from '../moves/start-in-thread.ts'
import { lockOfWords, TWIN_WITHIN_MS } from '../moves/store-commands.ts'
import { readInstruction } from '../read-when.ts'
import { type Followup, type In, isIn, moveTo } from '../rules/followup.ts'
import type { SentNext } from '../rules/progress.ts'
import { quickId } from '../rules/quick-followups.ts'
import type { Wait } from '../rules/wait.ts'
import { loadFollowup } from '../stores/followup-store.ts'
import { findHold } from '../stores/hold-store.ts'
import { lockJob } from '../stores/job-store.ts'
import { findTwins } from '../stores/twin-store.ts'
import { finishedTogether } from '../told-together.ts'
import { findPressed } from './find-pressed.ts'

type Press = { value: string; userId: string; channelId: string }
type Result = In<'finished'> & { threadTs: string }
type Words = { prompt: string; wait?: Wait | undefined }

/** What failed is sent once more, in as many instructions as it was, by whoever presses first. */
export async function tryAgain(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage | undefined> {
  const result = await lockResult(deps, sql, press, press.value)
  if ('blocks' in result) return result
  const { jobId, progress } = result
  if (progress.status !== 'failed') return staleButtonMessage()
  const earlier = sentAgain(progress)
  if (earlier) return alreadySentAgainMessage(jobId, earlier)
  const said = (await finishedTogether(sql, result)).map(({ prompt }) => ({ prompt }))
  // Whoever sent it decided about a secret in it, but not about what the operator refuses.
  const refused = said.filter(({ prompt }) => rulingOn(deps, prompt) === 'refuse')
  const found = refused.flatMap(({ prompt }) => stopSecrets(deps, 'quick', prompt))
  if (found.length > 0)
    return secretFoundMessage(found, { what: 'instruction', isOneLine: false, sendAnyway: undefined })
  return sendNext(deps, sql, result, { by: press.userId, said })
}

/** A quick follow-up of the channel, with the words that it had when its button was shown. */
export async function sendQuick(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage | undefined> {
  const [id = '', words] = press.value.split(' ')
  const result = await lockResult(deps, sql, press, id)
  if ('blocks' in result) return result
  const quick = result.shown?.quick?.find(offered => quickId(offered) === words)
  if (quick === undefined) {
    for (const kind of ['result', 'checks'] as const)
      await deps.enqueue(sql, 'refresh-notice', { followupId: result.id, kind })
    return quickChangedMessage()
  }
  const { label, prompt } = quick
  const said = await readInstruction(deps, prompt, { userId: press.userId, atMs: deps.now() })
  if ('blocks' in said) return said
  const stopped = await whyNot(deps, sql, result, { by: press.userId, ...said })
  return stopped ?? sendNext(deps, sql, result, { by: press.userId, label, said: [said] })
}

/** The result that the button is on, or about, with its job's lock held; or why nothing can be sent from there. */
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

/** As for words that are typed: they may have become a secret by now, or be on their way already. */
async function whyNot(
  deps: FollowupDeps,
  sql: Sql,
  { teamId, channelId, projectId, jobId }: Result,
  { by, prompt, wait }: { by: string } & Words
): Promise<SlackMessage | undefined> {
  const found = stopSecrets(deps, 'quick', prompt)
  if (found.length > 0)
    return secretFoundMessage(found, { what: 'instruction', isOneLine: true, sendAnyway: undefined })
  const words = { teamId, channelId, projectId, jobId, requesterId: by, prompt, wait }
  const nowMs = deps.now()
  await lockDeliveries(sql, [lockOfWords(words)], nowMs)
  const [twin] = (await findTwins(sql, [words], nowMs - TWIN_WITHIN_MS)).values()
  return twin && alreadySentMessage(twin, await findHold(sql, twin))
}

/** Sends it in the result's thread, as instructions of whoever pressed, and notes that on the result. */
async function sendNext(
  deps: FollowupDeps,
  sql: Sql,
  result: Result,
  { by, label, said }: { by: string; label?: string; said: Words[] }
): Promise<undefined> {
  const atMs = deps.now()
  await changeFollowup(deps, sql, result, followup => {
    if (!isIn(followup, 'finished')) return undefined
    const { progress, shown } = followup
    const next: SentNext = {
      by,
      atMs,
      ...(label !== undefined && { label }),
      ...(shown?.pullRequest?.checks === 'failed' && { checksFailed: true })
    }
    return moveTo<'finished'>(followup, { ...progress, sentNext: [...(progress.sentNext ?? []), next] })
  })
  const { threadTs } = result
  for (const words of said) {
    const again = { ...copyFollowup(result, null, atMs), threadTs, writtenInTs: null, fileCount: 0 }
    await startInThread(deps, sql, { ...again, requesterId: by, ...words })
  }
}
