import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { readCorrectedWhen } from '../events/read-edited-when.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { correctionOnItsWayMessage, withoutEdit } from '../messages/edit-messages.ts'
import { closedThreadMessage, staleButtonMessage } from '../messages/private-messages.ts'
import { editNotTakenMessage } from '../messages/wait-messages.ts'
import { changeFollowup } from '../moves/change-followup.ts'
import { copyFollowup } from '../moves/copy-followup.ts'
import { startInPlaceOf } from '../moves/start-in-place-of.ts'
import { correctWhileSending } from '../rules/decide-send.ts'
import { correct } from '../rules/decide-watch.ts'
import { type Followup, isIn } from '../rules/followup.ts'
import { parseReplyTo } from '../rules/parse-reply.ts'
import { type Edit, type EditSource, findEdit } from '../stores/edit-store.ts'
import { findByReply, saveKnowledge } from '../stores/followup-store.ts'
import { lockJob } from '../stores/job-store.ts'
import type { ReplyKey } from '../stores/reply-store.ts'
import { findThread } from '../stores/thread-store.ts'
import { actOnce } from './act-once.ts'

type Press = { value: string; channelId: string; userId: string }

/**
 * The new words of a reply that was edited too late go out as an instruction of their own, which the reply's mark is about from now
 * on. It works for the latest edit only.
 */
export async function sendCorrection(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage> {
  const { value, channelId } = press
  const [ts = '', editedTs = ''] = value.split(' ')
  const key = { teamId: deps.teamId, channelId, ts }
  const sent = await lockReply(deps, sql, key)
  if (sent === undefined) return staleButtonMessage()
  return actOnce(deps, sql, `correction:${channelId}/${value}`, {
    done: async () => correctionOnItsWayMessage((await findByReply(sql, key.teamId, channelId, ts)) ?? sent),
    async act() {
      const edit = await findEdit(sql, key)
      return edit?.editedTs === editedTs ? correctWith(deps, sql, press, { sent, key, edit }) : staleButtonMessage()
    }
  })
}

/** Returns why not, if it cannot be sent. */
async function correctWith(
  deps: FollowupDeps,
  sql: Sql,
  { userId }: Press,
  { sent, key, edit }: { sent: Followup; key: ReplyKey; edit: Edit & EditSource }
): Promise<SlackMessage | undefined> {
  const said = { text: edit.text, botUserId: deps.botUserId, isRequest: edit.threadTs === key.ts }
  const meaning = parseReplyTo(sent.jobId, said)
  if (meaning.kind !== 'instruction' || isIn(sent, 'accepted', 'waiting', 'held', 'cancelled'))
    return staleButtonMessage()
  const { threadTs } = sent
  const when = await readCorrectedWhen(deps, { followup: sent, words: meaning.prompt, edit })
  if ('problem' in when) return editNotTakenMessage(when.problem, meaning.prompt, withoutEdit(sent))
  const closed = threadTs === null ? undefined : (await findThread(sql, { ...key, threadTs }))?.closedBecause
  if (closed) return closedThreadMessage(sent.jobId, closed, meaning.prompt)
  if (isIn(sent, 'sending')) await saveKnowledge(sql, sent, correctWhileSending(sent, userId, deps.now()))
  else await changeFollowup(deps, sql, sent, (followup, { nowMs }) => correct(followup, userId, nowMs))
  const correction = {
    ...copyFollowup(sent, key.ts, deps.now()),
    requesterId: userId,
    ...when,
    waitsAs: when.atOnce ? undefined : ('pressed' as const),
    fileCount: 0
  }
  await startInPlaceOf(deps, sql, sent, correction)
  return undefined
}

/** The follow-up that the reply belongs to, with its job's lock held. */
async function lockReply(
  { projectId }: FollowupDeps,
  sql: Sql,
  { teamId, channelId, ts }: { teamId: string; channelId: string; ts: string }
): Promise<Followup | undefined> {
  const found = await findByReply(sql, teamId, channelId, ts)
  if (found?.projectId !== projectId) return undefined
  await lockJob(sql, found)
  return findByReply(sql, teamId, channelId, ts)
}
