import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { isDirect } from '../../slack/is-direct.ts'
import { withoutLeadingMention } from '../../slack/slack-text.ts'
import { changeFollowups } from '../change-followup.ts'
import { checkPermissionOnce } from '../check-permission.ts'
import { findLinkedJob } from '../commands/find-linked-job.ts'
import { dropReply } from '../drop-reply.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { guardWords } from '../guard-words.ts'
import {
  cancelledByEditMessage,
  correctionMessage,
  editInTimeMessage,
  takenBackMessage,
  tooLateToTakeBackMessage
} from '../messages/edit-messages.ts'
import { refusedMessage } from '../messages/private-messages.ts'
import { whichOfTwoMessage } from '../messages/reply-answers.ts'
import { whenProblemMessage } from '../messages/wait-messages.ts'
import { rejoin } from '../rejoin.ts'
import { decideEdit, type EditOutcome } from '../rules/decide-edit.ts'
import { cancel } from '../rules/decide-send.ts'
import type { RefusalCause } from '../rules/decide-who-may.ts'
import { type Followup, isIn, threadOfAuthor, waitOf } from '../rules/followup.ts'
import { keptReplyOf } from '../rules/kept-reply.ts'
import { parseCommand } from '../rules/parse-command.ts'
import { type EditMeaning, parseReply, parseReplyTo, parseRequestEdit } from '../rules/parse-reply.ts'
import { withoutWhen } from '../rules/parse-when.ts'
import type { Wait } from '../rules/wait.ts'
import { type Edit, type EditSource, findEdit, takeWords, undoEdit } from '../stores/edit-store.ts'
import { findByReply } from '../stores/followup-store.ts'
import { asItStands } from '../stores/part-store.ts'
import { changeOpenReply, findOpenReply, type ReplyKey } from '../stores/reply-store.ts'
import { tell } from '../tell.ts'
import { findOtherJob } from './find-other-job.ts'
import { hearReply } from './hear-reply.ts'
import { readEditedWhen } from './read-edited-when.ts'

type Told = { followup: Followup; message: SlackMessage }

/** A reply was edited in Slack. The job's lock decides whether that came before the send, and its author reads which. */
export async function changeReply(
  deps: FollowupDeps,
  { editedTs, ...key }: ReplyKey & { editedTs?: string | undefined }
): Promise<void> {
  const found = await findEdit(deps.database, key)
  // A later edit has a task of its own, and what came before an edit that was not taken was decided on then.
  if (found === undefined || (editedTs !== undefined && editedTs !== found.editedTs)) return
  const refused = await refusalFor(deps, key, found)
  // Names are asked for only for somebody who may use the bot.
  const text = refused ? found.text : await deps.names.nameMentions(found.text, key.channelId)
  const edit = { text, editedTs: found.editedTs }
  const isInstruction = parseReply(text, deps.botUserId).kind === 'instruction'
  if (isInstruction && (await refuseEdit(deps, key, edit, { ...found, refused }))) return
  const linkedJobId = refused ? undefined : await findLinked(deps, key, { ...found, text })
  const otherId = refused ? undefined : await findOther(deps, key, { ...found, text })
  const from = { writtenIn: found.threadTs, linkedJobId, otherId }
  const told = await deps.database.transaction(sql => takeEdit(deps, sql, key, edit, from))
  if (told === undefined) return
  const { channelId, requesterId } = told.followup
  const threadTs = threadOfAuthor(told.followup)
  await tell(deps, { channelId, ...(threadTs !== null && { threadTs }) }, requesterId, told.message)
}

async function refusalFor(deps: FollowupDeps, { teamId, channelId }: ReplyKey, { userId }: EditSource) {
  return userId === null ? undefined : checkPermissionOnce(deps, { userId, userTeamId: teamId, channelId })
}

type Source = EditSource & { refused: RefusalCause | 'not told' | undefined }

/**
 * What was written before stays as it is, and its author hears why: they may no longer use the bot, or it holds a secret. False:
 * neither.
 */
async function refuseEdit(deps: FollowupDeps, key: ReplyKey, edit: Edit, source: Source): Promise<boolean> {
  const { database, secrets } = deps
  const { teamId, channelId, ts } = key
  const open = await findOpenReply(database, key)
  const sent = open ? undefined : await findByReply(database, teamId, channelId, ts)
  // Words that are only offered have a button of their own, which sends what was written before.
  const isOffered = open === undefined && sent === undefined
  const message =
    (sent && refusalOf(deps, sent, edit, source)) ??
    guardWords({ ...deps, secrets: isOffered && secrets === 'ask' ? 'refuse' : secrets }, { from: 'edit', ts, ...edit })
  if (message === undefined) return false
  const userId = sent?.requesterId ?? open?.userId ?? source.userId
  const threadTs = (sent && threadOfAuthor(sent)) ?? open?.threadTs ?? source.threadTs
  if (userId) await tell(deps, { channelId, ...(threadTs && threadTs !== ts && { threadTs }) }, userId, message)
  await undoEdit(database, key, edit)
  return true
}

/** What is not decided on yet is refused then. What was taken while its author still might is no news. */
function refusalOf({ botUserId }: FollowupDeps, { jobId, prompt }: Followup, { text }: Edit, { refused }: Source) {
  const meaning = parseReplyTo(jobId, text, botUserId)
  const isNews = meaning.kind === 'instruction' && withoutWhen(meaning.prompt) !== prompt
  return isNews && refused && refused !== 'not told' ? refusedMessage(refused, meaning.prompt) : undefined
}

/** The job that a request names by a link. Slack may have to be asked, so this comes before anything is locked. */
async function findLinked(deps: FollowupDeps, { channelId }: ReplyKey, { userId, text }: Edit & EditSource) {
  const said = parseCommand(withoutLeadingMention(text, deps.botUserId))
  return said.kind === 'link' && userId ? findLinkedJob(deps, { userId, channelId }, said.url) : undefined
}

/** The other job that a reply names now, as long as it was not sent to its thread's. */
async function findOther(
  deps: FollowupDeps,
  { teamId, channelId, ts }: ReplyKey,
  { threadTs, text }: Edit & EditSource
) {
  const followup = threadTs === ts ? undefined : await findByReply(deps.database, teamId, channelId, ts)
  if (!followup?.threadTs) return undefined
  if (!isIn(await asItStands(deps.database, followup), 'accepted', 'waiting', 'held')) return undefined
  return (await findOtherJob(deps, { userId: followup.requesterId, channelId }, text, followup))?.jobId
}

/** Where the words were written, the job that a link in them leads to, and one that they name instead of their thread's. */
type From = { writtenIn?: string | null; linkedJobId?: string | undefined; otherId?: string | undefined }

/** Puts the new words in place of what was not sent yet, and says what its author has to know. */
export async function takeEdit(
  deps: FollowupDeps,
  sql: Sql,
  key: ReplyKey,
  edit: Edit,
  { writtenIn = null, linkedJobId, otherId }: From = {}
): Promise<Told | undefined> {
  // A later edit has a task of its own.
  if (!(await takeWords(sql, key, edit))) return undefined
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
  for (const found of await ofReply()) {
    const isTalk = writtenIn !== ts && (await isTalkNow(deps, sql, found, edit.text))
    const moves = await changeFollowups(deps, sql, found, {
      load: ofReply,
      async change(followup, { nowMs }) {
        const { botUserId } = deps
        const standing = await asItStands(sql, followup)
        // Only a message in no thread names its job itself.
        const meant =
          writtenIn === ts
            ? parseRequestEdit(followup.jobId, edit.text, { botUserId, isDirect: isDirect(channelId), linkedJobId })
            : parseReplyTo(followup.jobId, edit.text, botUserId)
        const { meaning, wait, problem } = await readMeant(deps, sql, {
          followup: standing,
          edit,
          meant: isTalk || otherId !== undefined ? toTalk(meant) : meant
        })
        if (problem) {
          told = { followup, message: problem }
          return isToUndo(standing) ? cancel(standing, standing.requesterId, nowMs) : undefined
        }
        const { next, tell: what } = decideEdit(standing, meaning, { nowMs, wait })
        const message =
          what === 'cancelled' && otherId !== undefined && !isTalk
            ? askAgain(standing, meaning, otherId)
            : what && toMessage(what, standing, { edit, meaning })
        told = message && { followup, message }
        return next?.progress === standing.progress ? { ...next, progress: followup.progress } : next
      }
    })
    await rejoin(deps, sql, moves)
  }
  return told
}

/** It began with a mention, which its thread asks for. */
async function isTalkNow(deps: FollowupDeps, sql: Sql, followup: Followup, text: string): Promise<boolean> {
  const { replyTs: ts, threadTs, requesterId: userId } = followup
  if (ts === null || threadTs === null) return false
  const reply = { ts, userId, text, isLetThrough: false }
  return !(await hearReply({ ...deps, database: sql }, reply, { ...followup, threadTs })).isForAgent
}

type Meant = { meaning: EditMeaning; wait?: Wait | undefined; problem?: SlackMessage }

/** Without the words that say when it is to go out. */
async function readMeant(
  deps: FollowupDeps,
  sql: Sql,
  { followup, edit, meant }: { followup: Followup; edit: Edit; meant: EditMeaning }
): Promise<Meant> {
  if (meant.kind !== 'instruction') return { meaning: meant }
  if (!isIn(followup, 'accepted', 'waiting', 'held'))
    return { meaning: { ...meant, prompt: withoutWhen(meant.prompt) } }
  const said = await readEditedWhen(deps, sql, { followup, words: meant.prompt, edit })
  return 'problem' in said
    ? { meaning: meant, problem: whenProblemMessage(said.problem, meant.prompt, !isToUndo(followup)) }
    : { meaning: { ...meant, prompt: said.prompt }, wait: said.wait }
}

/** It goes out in a moment, and its author wants it to go out later. */
const isToUndo = (followup: Followup) => waitOf(followup)?.what === 'undo'

const toTalk = (meant: EditMeaning): EditMeaning =>
  meant.kind === 'instruction' ? { kind: 'another', prompt: meant.prompt } : meant

function toMessage(
  what: NonNullable<EditOutcome['tell']>,
  followup: Followup,
  { edit, meaning }: { edit: Edit; meaning: EditMeaning }
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
    case 'cancelled':
      return cancelledByEditMessage(followup.jobId, wordsOf(meaning))
    case 'too late':
      return tooLateToTakeBackMessage(followup)
    case 'taken back':
      return takenBackMessage(keptReplyOf(followup))
  }
}

/** It was taken back, and its author says which job the new words are for. */
const askAgain = ({ jobId, threadTs, replyTs, fileCount }: Followup, meaning: EditMeaning, otherId: string) =>
  whichOfTwoMessage(
    { jobId, otherId, prompt: wordsOf(meaning) },
    { threadTs: threadTs ?? '', ts: replyTs ?? '', fileCount }
  )

function wordsOf(meaning: EditMeaning): string {
  if (meaning.kind === 'word') return meaning.word
  return 'prompt' in meaning ? meaning.prompt : ''
}
