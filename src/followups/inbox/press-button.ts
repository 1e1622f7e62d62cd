import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { readsClosedUntilMs } from '../../agent/budget.ts'
import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { isFirstDelivery } from '../../slack/delivery-store.ts'
import { checkPermissionOnce } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { cancel } from '../model/decide-send.ts'
import { sendNow } from '../model/decide-wait.ts'
import { isIn, moveTo, type ThreadKey } from '../model/followup.ts'
import { followupsOfThread } from '../stores/followup-store.ts'
import { saveHomePage } from '../stores/home-store.ts'
import { lockJob } from '../stores/job-store.ts'
import { findThread, saveLastCheck } from '../stores/thread-store.ts'
import {
  cannotShowMessage,
  cannotTellWhoMessage,
  closedThreadMessage,
  lookWaitsMessage,
  otherProjectMessage,
  refusedMessage,
  staleButtonMessage
} from '../views/answers.ts'
import { cardOf, redraw } from '../views/schedule-views.ts'
import { scheduleLookAt } from '../watching/schedule-look.ts'
import { changePressed } from './change-pressed.ts'
import { pages } from './pages.ts'
import { sendAgain } from './send-again.ts'
import { tellMe } from './tell-me.ts'
import { tryAgain } from './try-again.ts'

/** Someone pressed one of our buttons. `value` is what the button carries: a follow-up, the job of the thread, or words. */
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

/** What the person reads. A private message gives way to what is final: its button has done all it can. */
export type PressAnswer = { words: SlackMessage; isFinal: boolean }

/** Handles the press in one transaction; only the person sees what it returns. */
type Button = (deps: FollowupDeps, sql: Sql, press: Press) => Promise<SlackMessage | undefined>

/** Those that change something. */
export const changes: Record<string, Button> = {
  'check-now': checkNow,
  cancel: cancelSend,
  'send-now': sendWithoutWaiting,
  'send-again': sendAgain,
  'leave-it': leaveIt,
  'try-again': tryAgain,
  'tell-me': tellMe,
  'home-back': turnHome,
  'home-more': turnHome
}

// Slack waits for three seconds.
const FOUND_OUT_WITHIN_MS = 1_000

export const buttons = { ...changes, ...pages }

export async function pressButton(deps: FollowupDeps, press: Press): Promise<PressAnswer | undefined> {
  const button = changes[press.actionId]
  const page = pages[press.actionId]
  if ((button ?? page) === undefined) return undefined
  const refused = await checkPermissionOnce(deps, press)
  if (refused === 'not told') return { words: cannotTellWhoMessage(''), isFinal: false }
  if (refused) return { words: refusedMessage(refused, ''), isFinal: false }
  if (!(await canShow(deps, press))) return { words: cannotShowMessage(), isFinal: false }
  if (page) return { words: await page(deps, press, press.value), isFinal: true }
  return deps.database.transaction(async sql => {
    if (button === undefined || !(await isFirstPress(deps, sql, press))) return undefined
    const thread = await findThread(sql, threadOf(deps, press))
    if (thread && thread.projectId !== deps.projectId)
      return { words: otherProjectMessage(thread.projectId, deps.projectId, ''), isFinal: false }
    const words = thread?.closedBecause
      ? closedThreadMessage(thread.jobId, thread.closedBecause, '')
      : await button(deps, sql, press)
    return words && { words, isFinal: true }
  })
}

const isFirstPress = ({ now }: FollowupDeps, sql: Sql, { channelId, messageTs, actionId, actionTs }: Press) =>
  isFirstDelivery(sql, [`press:${channelId}/${messageTs}/${actionId}/${actionTs}`], now())

/** What comes of these appears in the channel alone, which the bot can write to only where it is. */
async function canShow({ channels }: FollowupDeps, { actionId, channelId }: Press): Promise<boolean> {
  if (actionId !== 'check-now' && actionId !== 'try-again') return true
  return Promise.race([channels.hasBot(channelId), sleep(FOUND_OUT_WITHIN_MS, true, { ref: false })])
}

const threadOf = (
  { teamId }: FollowupDeps,
  { channelId, threadTs }: Pick<Press, 'channelId' | 'threadTs'>
): ThreadKey => ({
  teamId,
  channelId,
  threadTs
})

/** Which page of the home somebody looks at is stored: each time it is drawn, it shows that one. */
async function turnHome({ teamId }: FollowupDeps, sql: Sql, { userId, value }: Press): Promise<undefined> {
  await saveHomePage(sql, { teamId, userId }, z.coerce.number().int().min(0).catch(0).parse(value))
}

async function checkNow(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage | undefined> {
  const thread = await findThread(sql, threadOf(deps, press))
  if (thread === undefined) return staleButtonMessage()
  await lockJob(sql, thread)
  if (!(await followupsOfThread(sql, thread)).some(followup => isIn(followup, 'watching'))) return staleButtonMessage()
  const pausedUntilMs = await readsClosedUntilMs(sql, thread.projectId)
  if (pausedUntilMs > deps.now()) return lookWaitsMessage(thread.jobId, pausedUntilMs)
  await saveLastCheck(sql, thread, press.userId, deps.now())
  await scheduleLookAt(deps, sql, thread, deps.now())
  await redraw(deps, sql, cardOf(thread))
  return undefined
}

async function cancelSend(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage | undefined> {
  const move = await changePressed(deps, sql, press, (followup, { nowMs }) =>
    cancel(followup, { by: press.userId }, nowMs)
  )
  return move ? undefined : staleButtonMessage()
}

async function sendWithoutWaiting(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage | undefined> {
  const move = await changePressed(deps, sql, press, (followup, { nowMs }) => sendNow(followup, press.userId, nowMs))
  return move ? undefined : staleButtonMessage()
}

async function leaveIt(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage | undefined> {
  const move = await changePressed(deps, sql, press, (followup, { nowMs }) => {
    if (!isIn(followup, 'watching') || followup.progress.left) return undefined
    return moveTo<'watching'>(followup, { ...followup.progress, left: { by: press.userId, atMs: nowMs } })
  })
  return move ? undefined : staleButtonMessage()
}
