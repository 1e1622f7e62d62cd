import type { Sql } from '../database/database.ts'
import type { SlackMessage } from '../slack/blocks.ts'
import { changeFollowups } from './change-followup.ts'
import { dropReply } from './drop-reply.ts'
import type { FollowupDeps, MoveDeps } from './followup-deps.ts'
import { guardWords } from './guard-words.ts'
import { correctionMessage, editInTimeMessage, tooLateToTakeBackMessage } from './messages/edit-messages.ts'
import { decideEdit, type EditOutcome } from './rules/decide-edit.ts'
import type { Followup } from './rules/followup.ts'
import { parseReply, parseReplyTo, type ReplyMeaning } from './rules/parse-reply.ts'
import { type Edit, findEdit, forgetEdit, nameEdit } from './stores/edit-store.ts'
import { findByReply } from './stores/followup-store.ts'
import { changeOpenReply, findOpenReply, type ReplyKey } from './stores/reply-store.ts'
import { tell } from './tell.ts'

type Deps = MoveDeps & Pick<FollowupDeps, 'database' | 'slack' | 'botUserId' | 'names' | 'secrets'>

type Told = { followup: Followup; message: SlackMessage }

/** A reply was edited in Slack. The job's lock decides whether that came before the send, and its author reads which. */
export async function changeReply(deps: Deps, key: ReplyKey): Promise<void> {
  const edit = await findEdit(deps.database, key)
  if (edit === undefined) return
  const named = { ...edit, text: await deps.names.nameMentions(edit.text) }
  const isInstruction = parseReply(named.text, deps.botUserId).kind === 'instruction'
  const stopped = isInstruction && guardWords(deps, { from: 'edit', ts: key.ts, ...named })
  if (stopped) return refuseEdit(deps, key, edit, stopped)
  const told = await deps.database.transaction(sql => takeEdit(deps, sql, key, named))
  if (told === undefined) return
  const { channelId, threadTs, requesterId } = told.followup
  await tell(deps, { channelId, ...(threadTs !== null && { threadTs }) }, requesterId, told.message)
}

/** What was written before stays as it is, and its author hears why. */
async function refuseEdit(deps: Deps, key: ReplyKey, edit: Edit, message: SlackMessage): Promise<void> {
  const { database } = deps
  const open = await findOpenReply(database, key)
  const sent = open ? undefined : await findByReply(database, key.teamId, key.channelId, key.ts)
  const { threadTs, userId } = open ?? { threadTs: sent?.threadTs, userId: sent?.requesterId }
  if (userId) await tell(deps, { channelId: key.channelId, ...(threadTs && { threadTs }) }, userId, message)
  await forgetEdit(database, key, edit)
}

/** Puts the new words in place of what was not sent yet, and says what its author has to know. */
export async function takeEdit(deps: Deps, sql: Sql, key: ReplyKey, edit: Edit): Promise<Told | undefined> {
  // A later edit has a task of its own.
  if (!(await nameEdit(sql, key, edit))) return undefined
  const meaning = parseReply(edit.text, deps.botUserId)
  const open = await changeOpenReply(sql, key, edit.text, meaning.kind === 'instruction')
  if (open) {
    if (meaning.kind === 'aside' || (meaning.kind === 'empty' && open.fileCount === 0)) await dropReply(deps, sql, key)
    return undefined
  }
  const { teamId, channelId, ts } = key
  const ofReply = async () => [await findByReply(sql, teamId, channelId, ts)].filter(found => found !== undefined)
  let told: Told | undefined
  // Sent again, the reply belongs to another follow-up than a moment ago.
  for (const found of await ofReply())
    await changeFollowups(deps, sql, found, {
      load: ofReply,
      change(followup, { nowMs }) {
        const meant = parseReplyTo(followup.jobId, edit.text, deps.botUserId)
        const { next, tell: what } = decideEdit(followup, meant, nowMs)
        const message = what && toMessage(what, followup, { edit, meaning: meant })
        told = message && { followup, message }
        return next
      }
    })
  return told
}

function toMessage(
  what: NonNullable<EditOutcome['tell']>,
  followup: Followup,
  { edit, meaning }: { edit: Edit; meaning: ReplyMeaning }
): SlackMessage {
  switch (what) {
    case 'in time':
      return editInTimeMessage(followup.jobId)
    case 'correction':
      return correctionMessage(
        followup,
        meaning.kind === 'instruction' ? meaning.prompt : '',
        `${followup.replyTs} ${edit.editedTs}`
      )
    case 'too late':
      return tooLateToTakeBackMessage(followup)
  }
}
