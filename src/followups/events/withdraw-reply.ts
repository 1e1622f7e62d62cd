import type { Sql } from '../../database/database.ts'
import type { FollowupDeps, MoveDeps } from '../followup-deps.ts'
import { tooLateToTakeBackMessage } from '../messages/edit-messages.ts'
import { changeFollowups } from '../moves/change-followup.ts'
import { dropReply } from '../moves/drop-reply.ts'
import { takeBack, withdrawWhileSending } from '../rules/decide-send.ts'
import { withdrawInDoubt } from '../rules/decide-watch.ts'
import { type Followup, isIn, threadOfAuthor } from '../rules/followup.ts'
import { findEdit, saveDeletion } from '../stores/edit-store.ts'
import { findByReply, saveKnowledge } from '../stores/followup-store.ts'
import type { ReplyKey } from '../stores/reply-store.ts'
import { tell } from '../tell.ts'

type Deps = MoveDeps & FollowupDeps

/** A reply was deleted in Slack, which does not say by whom. If it was not sent yet, it is not sent; otherwise its author is told. */
export async function withdrawReply(deps: Deps, key: ReplyKey): Promise<void> {
  for (const followup of await deps.database.transaction(sql => withdraw(deps, sql, key))) {
    const { channelId, requesterId } = followup
    const threadTs = threadOfAuthor(followup)
    const place = { channelId, ...(threadTs !== null && { threadTs }) }
    await tell(deps, { userId: requesterId, place }, tooLateToTakeBackMessage(followup))
  }
}

/** Returns what was sent already. */
async function withdraw(deps: Deps, sql: Sql, key: ReplyKey): Promise<Followup[]> {
  const { teamId, channelId, ts } = key
  await dropReply(deps, sql, key)
  const ofReply = async () => [await findByReply(sql, teamId, channelId, ts)].filter(found => found !== undefined)
  const tooLate: Followup[] = []
  // Sent again, the reply belongs to another follow-up than a moment ago.
  for (const found of await ofReply()) {
    await changeFollowups(deps, sql, found, {
      load: ofReply,
      async change(followup, { nowMs }) {
        if (isIn(followup, 'sending', 'watching', 'finished', 'unwatched')) tooLate.push(followup)
        return isIn(followup, 'watching', 'unwatched') ? withdrawInDoubt(followup, nowMs) : takeBack(followup, nowMs)
      }
    })
  }
  const sending = tooLate.find(followup => isIn(followup, 'sending'))
  if (sending) await saveKnowledge(sql, sending, withdrawWhileSending(sending, deps.now()))
  // If it turns out that it did not go out, or its author is offered to send it after all, it does not go out later.
  if (sending || (await findEdit(sql, key))) await saveDeletion(sql, key, deps.now())
  return tooLate
}
