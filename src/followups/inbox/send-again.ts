import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { mayBeSentAgain, stopWatching } from '../model/decide-watch.ts'
import { copyFollowup, startFollowup } from '../sending/start-followup.ts'
import { releaseReply } from '../stores/followup-store.ts'
import { staleButtonMessage } from '../views/answers.ts'
import { changePressed } from './change-pressed.ts'

type Press = { value: string; userId: string; channelId: string; messageTs: string }

/** A person decided to send the doubtful instruction once more: as a follow-up of its own. */
export async function sendAgain(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage | undefined> {
  const move = await changePressed(deps, sql, press, (followup, { nowMs }) =>
    mayBeSentAgain(followup) ? stopWatching(followup, 'sent again', nowMs, press.userId) : undefined
  )
  if (move === undefined) return staleButtonMessage()
  const followup = move.before
  await releaseReply(sql, followup)
  await startFollowup(deps, sql, copyFollowup(followup, followup.replyTs, deps.now()))
  return undefined
}
