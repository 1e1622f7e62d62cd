import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { sentOnceMoreMessage } from '../messages/got-it-messages.ts'
import { staleButtonMessage } from '../messages/private-messages.ts'
import { copyFollowup } from '../moves/copy-followup.ts'
import { startFollowup } from '../moves/start-followup.ts'
import { startInThread } from '../moves/start-in-thread.ts'
import { mayBeSentAgain, stopWatching } from '../rules/decide-watch.ts'
import { waitsUntilMs } from '../rules/wait.ts'
import { loadFollowup, releaseReply } from '../stores/followup-store.ts'
import { lockJob } from '../stores/job-store.ts'
import { saveMarks } from '../stores/mark-store.ts'
import { actOnce } from './act-once.ts'
import { changePressed } from './change-pressed.ts'
import { findPressed } from './find-pressed.ts'

type Press = { value: string; userId: string; channelId: string; messageTs: string }

/** A person decided to send the doubtful instruction once more: as a follow-up of its own. */
export async function sendAgain(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage | undefined> {
  const move = await changePressed(deps, sql, press, (followup, { nowMs }) =>
    mayBeSentAgain(followup) ? stopWatching(followup, 'sent again', nowMs, press.userId) : undefined
  )
  if (move === undefined) return staleButtonMessage()
  const followup = move.before
  await releaseReply(sql, followup)
  const { replyTs, marks } = followup
  const again = await startFollowup(deps, sql, copyFollowup(followup, replyTs, deps.now()))
  if (again) await saveMarks(sql, again, marks)
  return undefined
}

/** What was asked for a moment ago is meant to be sent twice. */
export async function sendTwin(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage | undefined> {
  const pressed = await findPressed(deps, sql, press)
  if (pressed === undefined) return staleButtonMessage()
  // Whoever closes its thread, or binds its card, holds the lock as we do now.
  await lockJob(sql, pressed)
  const followup = await loadFollowup(sql, pressed.id)
  const { askedWait } = followup
  const untilMs = askedWait ? waitsUntilMs(askedWait) : undefined
  const wait = untilMs !== undefined && untilMs <= deps.now() ? undefined : (askedWait ?? undefined)
  return actOnce(deps, sql, `twin:${press.channelId}/${press.messageTs}`, {
    done: () => sentOnceMoreMessage(followup.jobId, wait),
    async act() {
      const { threadTs, closedBecause } = followup
      const copy = { ...copyFollowup(followup, null, deps.now()), wait }
      const again = { ...copy, requesterId: press.userId }
      if (threadTs === null || closedBecause) await startFollowup(deps, sql, { ...again, threadTs: null })
      else await startInThread(deps, sql, { ...again, threadTs })
      return undefined
    }
  })
}
