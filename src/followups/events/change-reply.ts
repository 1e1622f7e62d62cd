import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { firstDeliveries, knownDeliveries } from '../../slack/delivery-store.ts'
import { decodeSlackText, isDirect, withoutLeadingMention } from '../../slack/slack-text.ts'
import { checkPermissionOnce } from '../check-permission.ts'
import { findLinkedJob } from '../commands/find-linked-job.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { aboutEdit } from '../messages/edit-messages.ts'
import { changeFollowups } from '../moves/change-followup.ts'
import { dropReply } from '../moves/drop-reply.ts'
import { decideEdit, type EditNews, type EditOutcome, mayBeChanged, mayNameOther } from '../rules/decide-edit.ts'
import { type EditMeaning, type TimedMeaning, toEditMeaning } from '../rules/edit-meaning.ts'
import { type Followup, isIn, threadOfAuthor } from '../rules/followup.ts'
import { parseCommand } from '../rules/parse-command.ts'
import { parseReply, type ReplyMeaning } from '../rules/parse-reply.ts'
import { type Edit, type EditSource, findEdit, takeWords } from '../stores/edit-store.ts'
import { findByReply } from '../stores/followup-store.ts'
import { keepGivenBack } from '../stores/given-back-store.ts'
import { jobsNamed } from '../stores/known-job-store.ts'
import { changeOpenReply, type ReplyKey } from '../stores/reply-store.ts'
import { tell } from '../tell.ts'
import { isForAgent } from './choose-replies.ts'
import { findOtherJob } from './find-other-job.ts'
import { readAnew } from './read-anew.ts'
import { readCorrectedWhen, readEditedWhen } from './read-edited-when.ts'
import { refuseEdit } from './refuse-edit.ts'

/** With `onceAs`, it is said only once under that name. */
type Told = { followup: Followup; message: SlackMessage; onceAs?: string | undefined }

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
  const { followup, message, onceAs } = told
  if (onceAs !== undefined && (await knownDeliveries(deps.database, [onceAs])).length > 0) return
  const { channelId, requesterId } = followup
  const threadTs = threadOfAuthor(followup)
  const place = { channelId, ...(threadTs !== null && { threadTs }) }
  await tell(deps, { userId: requesterId, place }, message)
  // Only now: if Slack did not take it, the next try says it.
  if (onceAs !== undefined) await firstDeliveries(deps.database, [onceAs], deps.now())
}

async function refusalFor(deps: FollowupDeps, { teamId, channelId }: ReplyKey, { userId }: EditSource) {
  return userId === null ? undefined : checkPermissionOnce(deps, { userId, userTeamId: teamId, channelId })
}

/** The job that a request names by a link. Slack may have to be asked, so this comes before anything is locked. */
async function findLinked(deps: FollowupDeps, { channelId }: ReplyKey, { userId, text }: Edit & EditSource) {
  const said = parseCommand(withoutLeadingMention(text, deps.botUserId))
  return said.kind === 'link' && userId ? findLinkedJob(deps, { userId, channelId }, said.url) : undefined
}

/** The other job that it names now: a reply, as long as it was not sent to its thread's job. */
async function findOther(
  deps: FollowupDeps,
  { teamId, channelId, ts }: ReplyKey,
  { threadTs, text }: Edit & EditSource
) {
  if (threadTs === ts) return findNamed(deps, channelId, text)
  const followup = await findByReply(deps.database, teamId, channelId, ts)
  if (!followup?.threadTs || !mayNameOther(followup)) return undefined
  return (await findOtherJob(deps, { userId: followup.requesterId, channelId }, text, followup))?.jobId
}

/** The job of the channel that the first word of a request names, if that could be a word as well. */
async function findNamed({ database, teamId, projectId, botUserId }: FollowupDeps, channelId: string, text: string) {
  const said = parseCommand(withoutLeadingMention(text, botUserId))
  if (said.kind !== 'sentence') return undefined
  const [jobId] = await jobsNamed(database, { teamId, channelId, projectId }, { ids: [said.firstWord], addresses: [] })
  return jobId
}

type From = {
  /** Where the words were written. */
  writtenIn?: string | null
  /** The job that a link in them leads to. */
  linkedJobId?: string | undefined
  /** The one that they name instead of theirs. */
  otherId?: string | undefined
}

/** The rest stays what it was: given back, if it was. */
const READ_ANEW = new Set<ReplyMeaning['kind']>(['instruction', 'word', 'chatter', 'stop'])

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
  const { botUserId } = deps
  const { text } = edit
  const { kind } = parseReply(text, botUserId)
  const open = await changeOpenReply(sql, key, text, kind === 'instruction')
  if (open) {
    if (kind === 'aside' || (kind === 'empty' && open.fileCount === 0)) await dropReply(deps, sql, key)
    return undefined
  }
  const { teamId, channelId, ts } = key
  const ofReply = async () => [await findByReply(sql, teamId, channelId, ts)].filter(found => found !== undefined)
  let told: Told | undefined
  const replies = await ofReply()
  const isOff = replies.every(followup => isIn(followup, 'cancelled'))
  if (isOff && READ_ANEW.has(kind) && (await readAnew(deps, sql, key, edit, kind === 'instruction'))) return undefined
  // Sent again, the reply belongs to another follow-up than a moment ago.
  for (const found of replies) {
    const isRequest = writtenIn === ts
    const isTalk = !isRequest && (await isTalkNow(deps, sql, found, edit))
    const edited = { text, botUserId, isRequest, isDirect: isDirect(channelId), isTalk, linkedJobId, otherId }
    await changeFollowups(deps, sql, found, {
      load: ofReply,
      async change(followup, { nowMs }) {
        const meaning = toEditMeaning({ ...edited, jobId: followup.jobId })
        const { next, news } = await decide(deps, sql, { followup, edit, meaning, nowMs })
        told = news && {
          followup,
          message: aboutEdit(news, followup, edit.editedTs),
          onceAs: onceAs(news, followup, edit)
        }
        if (news?.kind === 'no such time' && news.isOff) await giveBack(sql, followup, { edit, key, writtenIn })
        return next
      }
    })
  }
  return told
}

/** What is held is changed again after each try to send it. */
function onceAs(news: EditNews, { id }: Followup, { editedTs }: Edit): string | undefined {
  if (news.kind === 'taken back') return `taken-back:${id}`
  return news.kind === 'no such time' ? `no-such-time:${id}/${editedTs}` : undefined
}

/** Its thread asks for a mention, and the edit has none. */
async function isTalkNow(deps: FollowupDeps, sql: Sql, followup: Followup, { text }: Edit): Promise<boolean> {
  const { replyTs, threadTs } = followup
  if (replyTs === null || threadTs === null) return false
  return !(await isForAgent({ ...deps, database: sql }, text, { ...followup, threadTs }))
}

/** As any message that says when in a way that cannot be: its author may put that right by editing it once more. */
async function giveBack(
  sql: Sql,
  followup: Followup,
  { key, edit, writtenIn }: { key: ReplyKey; edit: Edit; writtenIn: string | null }
): Promise<void> {
  const { requesterId: userId, fileCount, writtenAtMs } = followup
  const threadTs = writtenIn ?? threadOfAuthor(followup) ?? key.ts
  const author = { userId, userTeamId: key.teamId, writtenAtMs, receivedAtMs: writtenAtMs }
  const { teamId, channelId, ts } = key
  await keepGivenBack(sql, {
    teamId,
    channelId,
    ts,
    ...author,
    threadTs,
    text: edit.text,
    fileCount,
    named: null
  })
}

type Edited = { followup: Followup; edit: Edit; meaning: EditMeaning; nowMs: number }

async function decide(deps: FollowupDeps, sql: Sql, edited: Edited): Promise<EditOutcome> {
  const { followup, meaning, nowMs, edit } = edited
  const timed =
    meaning.kind === 'instruction' ? await readTime(deps, sql, { ...edited, words: meaning.prompt }) : meaning
  return decideEdit(followup, timed, { nowMs, editedTs: edit.editedTs })
}

/** The words that say when it is to go out are no part of what is sent. */
async function readTime(
  deps: FollowupDeps,
  sql: Sql,
  edited: { followup: Followup; edit: Edit; words: string }
): Promise<TimedMeaning> {
  const isUnsent = mayBeChanged(edited.followup)
  const said = await (isUnsent ? readEditedWhen(deps, sql, edited) : readCorrectedWhen(deps, edited))
  if (!('problem' in said)) return { ...said, kind: 'instruction' }
  const written = decodeSlackText(withoutLeadingMention(edited.edit.text, deps.botUserId)).trim()
  return { kind: 'no such time', written, problem: said.problem }
}
