import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { isFirstDelivery } from '../../slack/delivery-store.ts'
import { changeFollowup } from '../change-followup.ts'
import { NOT_IN_CHANNEL, recordRefusal, whyRefused } from '../check-permission.ts'
import type { Move } from '../consequences.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { membershipIn } from '../may-see.ts'
import { cancel, sendNow } from '../model/decide-send.ts'
import { stopWatching } from '../model/decide-watch.ts'
import { type Followup, isFinished, isIn, mayLeaveOutAbove, moveTo } from '../model/followup.ts'
import { homeId, subjectOf } from '../model/message-ids.ts'
import type { Reader } from '../model/seen.ts'
import { mayBeSentAgain, standingFactsOf } from '../model/standing.ts'
import { copyFollowup, startFollowup } from '../sending/start-followup.ts'
import type { CommandDeps } from '../sending/store-commands.ts'
import {
  findFollowup,
  followupsOfResult,
  followupsOfThread,
  loadFollowup,
  releaseReply
} from '../stores/followup-store.ts'
import { homeShownAtMs, saveHomeShown } from '../stores/home-store.ts'
import { lockJob } from '../stores/job-store.ts'
import { findThread } from '../stores/thread-store.ts'
import { answer, notDone, refusal } from '../views/answers.ts'
import { redraw, showOnce, viewAbout } from '../views/schedule-views.ts'
import { jobOfKey, watchMessage } from '../views/watches.ts'
import { addJobWatch, dropJobWatch, listJobs, skipSchema, turnStatus } from './answer-questions.ts'

export type Press = {
  actionId: string
  value: string
  userId: string
  userTeamId: string
  channelId: string
  messageTs: string
  threadTs: string
  actionTs: string
}

/** The follow-up that the button is about; undefined when it is not in this channel, or not ours. */
async function findPressed(
  { projectId }: FollowupDeps,
  sql: Sql,
  { value, channelId }: { value: string; channelId: string }
): Promise<Followup | undefined> {
  const found = await findFollowup(sql, value)
  return found?.channelId === channelId && found.projectId === projectId ? found : undefined
}

async function changePressed(
  deps: FollowupDeps,
  sql: Sql,
  pressed: Press,
  change: (followup: Followup, locked: { nowMs: number }) => Followup | undefined | Promise<Followup | undefined>
): Promise<Move | undefined> {
  const found = await findPressed(deps, sql, pressed)
  return found && changeFollowup(deps, sql, found, change)
}

/** A page shows what whoever pressed may see now, and takes the place of the one before. */
type Page = (deps: FollowupDeps, reader: Reader, value: string) => Promise<SlackMessage>

const turnList: Page = (deps, reader, value) => listJobs(deps, reader, skipSchema.parse(value))

const pages: Record<string, Page> = {
  'list-back': turnList,
  'list-more': turnList,
  'status-back': turnStatus,
  'status-more': turnStatus
}

async function sendAgain(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage | undefined> {
  const move = await changePressed(deps, sql, press, (followup, { nowMs }) =>
    mayBeSentAgain(followup) ? stopWatching(followup, 'sent again', nowMs, press.userId) : undefined
  )
  if (move === undefined) return answer('stale button')
  const followup = move.before
  await releaseReply(sql, followup)
  const again = copyFollowup(followup, followup.replyTs, deps.now())
  await startFollowup(deps, sql, { ...again, brought: { ...followup.brought, again: true } })
  return undefined
}

/** Like the word `watch`, from the card, while its thread waits for the agent: the looks are planned already. */
async function tellMe(
  deps: FollowupDeps,
  sql: Sql,
  { value: jobId, userId, channelId, threadTs }: Press
): Promise<SlackMessage> {
  const thread = await findThread(sql, { teamId: deps.teamId, channelId, threadTs })
  if (thread?.jobId !== jobId) return answer('stale button')
  const seen = await lockJob(sql, thread)
  const followups = await followupsOfThread(sql, thread)
  if (!followups.some(followup => isIn(followup, 'watching'))) return answer('stale button')
  await addJobWatch(deps, sql, { key: thread, userId, thread, record: seen.record })
  return watchMessage(thread)
}

const dontTellMe: Button = async (deps, sql, { value, userId }) =>
  (await dropJobWatch(deps, sql, value, userId)) ? answer('not telling', jobOfKey(value).jobId) : answer('stale button')

/** What a result tells as failed is sent once more, in as many follow-ups as it was, by whoever presses first. */
async function tryAgain(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage | undefined> {
  const { value: resultId, channelId } = press
  const found = await findPressed(deps, sql, { value: subjectOf(resultId)?.followupId ?? '', channelId })
  if (found === undefined) return answer('stale button')
  // Whoever closes its thread holds the lock as we do now.
  await lockJob(sql, found)
  const result = await loadFollowup(sql, found.id)
  const { threadTs, closedBecause } = result
  if (closedBecause) return notDone('closed', result.channelId, closedBecause)
  if (!isFinished(result) || threadTs === null) return answer('stale button')
  const { how, sentAgain } = result.progress
  // A later result tells what the job was told since, too.
  if (how !== 'failed' || result.progress.resultId !== resultId) return answer('stale button')
  if (sentAgain) return answer('tried again', sentAgain)
  const { followups } = await followupsOfResult(sql, resultId, result.id)
  // What had another run since is told by the result of that.
  const told = followups.filter(one => isFinished(one) && one.progress.resultId === resultId)
  const by = press.userId
  const atMs = deps.now()
  await changeFollowup(deps, sql, result, followup =>
    isFinished(followup) ? moveTo<'ended'>(followup, { ...followup.progress, sentAgain: { by, atMs } }) : undefined
  )
  const copy = { ...copyFollowup(result, null, atMs), threadTs, writtenInTs: null }
  for (const { prompt, brought } of told) {
    // What failed had arrived: this is another follow-up, not a second try of one in doubt.
    const given = { requesterId: by, prompt, brought: { ...brought, again: undefined }, writtenAtMs: atMs }
    const started = await startFollowup(deps, sql, { ...copy, ...given })
    if (started) await showOnce(deps, sql, viewAbout(started, 'typed'))
  }
  return undefined
}

/** A private message gives way to what is final: its button has done all it can. */
export type PressAnswer = { words: SlackMessage; isFinal: boolean }

/** Handles the press in one transaction; only the person sees what it returns. */
type Button = (deps: FollowupDeps, sql: Sql, press: Press) => Promise<SlackMessage | undefined>

/** A move of the follow-up, and nothing else. */
const moving =
  (change: (followup: Followup, by: string, nowMs: number) => Followup | undefined): Button =>
  async (deps, sql, press) => {
    const move = await changePressed(deps, sql, press, (followup, { nowMs }) => change(followup, press.userId, nowMs))
    return move ? undefined : answer('stale button')
  }

export const changes: Record<string, Button> = {
  cancel: moving((followup, by, nowMs) => cancel(followup, { by }, nowMs)),
  'send-now': moving(sendNow),
  'leave-out-above': moving(followup =>
    mayLeaveOutAbove(followup)
      ? { ...followup, brought: { ...followup.brought, above: undefined }, progress: { ...followup.progress } }
      : undefined
  ),
  'send-again': sendAgain,
  'leave-it': moving((followup, by, atMs) =>
    mayBeSentAgain(followup) && standingFactsOf(followup).group === 'undecided'
      ? { ...followup, progress: { ...followup.progress, dismissed: { by, atMs } } }
      : undefined
  ),
  'try-again': tryAgain,
  'tell-me': tellMe,
  'dont-tell-me': dontTellMe
}

export const buttons = { ...changes, ...pages }

export async function pressButton(deps: FollowupDeps, press: Press): Promise<PressAnswer | undefined> {
  const button = changes[press.actionId]
  const page = pages[press.actionId]
  const refused = await whyRefused(deps, press)
  if (refused) return { words: refusal(refused), isFinal: false }
  if (page) return { words: await page(deps, press, press.value), isFinal: true }
  return deps.database.transaction(async sql => {
    if (button === undefined || !(await isFirstPress(deps, sql, press))) return undefined
    const thread = await findThread(sql, { ...press, teamId: deps.teamId })
    if (thread && thread.projectId !== deps.projectId)
      return { words: notDone('other project', thread.projectId, deps.projectId), isFinal: false }
    const words = thread?.closedBecause
      ? notDone('closed', thread.channelId, thread.closedBecause)
      : await button(deps, sql, press)
    return words && { words, isFinal: true }
  })
}

const isFirstPress = ({ now }: FollowupDeps, sql: Sql, { channelId, messageTs, actionId, actionTs }: Press) =>
  isFirstDelivery(sql, `press:${channelId}/${messageTs}/${actionId}/${actionTs}`, now())

type HomePress = Pick<Press, 'actionId' | 'value' | 'userId' | 'userTeamId' | 'actionTs'>

/** What comes of it is shown in the home at once, so only what went wrong is said, in a direct message. */
export async function pressHome(deps: CommandDeps, press: HomePress): Promise<PressAnswer | undefined> {
  const { database, teamId } = deps
  const person = { teamId, userId: press.userId }
  if ((await homeShownAtMs(database, person)) === undefined) return { words: answer('stale button'), isFinal: true }
  // Their own press does not wait for its turn.
  await saveHomeShown(database, person, 0)
  const told = await (press.actionId === 'dont-tell-me' ? dropWatch(deps, press) : pressFollowup(deps, press))
  await redraw(deps, database, { viewId: homeId(person) })
  return told
}

async function dropWatch(deps: FollowupDeps, press: HomePress): Promise<PressAnswer | undefined> {
  const { userId, actionId, value, actionTs } = press
  const refused = await whyRefused(deps, { ...press, channelId: undefined })
  if (refused) return saying(refusal(refused))
  await deps.database.transaction(async sql => {
    if (await isFirstDelivery(sql, `press:home/${userId}/${actionId}/${actionTs}`, deps.now()))
      await dropJobWatch(deps, sql, value, userId)
  })
  return undefined
}

async function pressFollowup(deps: CommandDeps, press: HomePress): Promise<PressAnswer | undefined> {
  const own = await findFollowup(deps.database, press.value)
  const its = own && deps.ofProject(own.projectId)
  if (own?.requesterId !== press.userId || its === undefined) return saying(answer('stale button'))
  const sees = await membershipIn(deps, own.channelId, press.userId)
  if (sees === 'not in') await recordRefusal(deps, { ...press, channelId: own.channelId }, NOT_IN_CHANNEL)
  if (sees !== 'in') return saying(sees === 'not in' ? answer('stale button') : answer('not done'))
  const { channelId, threadTs } = own
  return pressButton(its, { ...press, channelId, threadTs: threadTs ?? '', messageTs: 'home' })
}

const saying = (words: PressAnswer['words']): PressAnswer => ({ words, isFinal: true })
