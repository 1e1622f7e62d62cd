import { setTimeout as sleep } from 'node:timers/promises'
import { type BudgetState, readBudget } from '../../agent/budget.ts'
import { errorWords } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { decodeSlackText, isDirect, messageUrl, visibleText } from '../../slack/slack-text.ts'
import { checkPermissionOnce } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { formDraftSchema, hearsIn } from '../model/followup-form.ts'
import { directAnswerId } from '../model/message-ids.ts'
import { RESULTS } from '../model/setting.ts'
import type { Wait } from '../model/wait.ts'
import { findChoice } from '../stores/setting-store.ts'
import { findThread } from '../stores/thread-store.ts'
import { answer, notDone, refusal } from '../views/answers.ts'
import { asInstruction, type FormFacts, followupForm, type LinkedFile, noticeForm } from '../views/followup-form.ts'
import { tell } from '../views/tell.ts'
import { digestsOf, readThreadAbove } from './thread-above.ts'
import { defaultJobFor } from './understand.ts'

type GivenMessage = { text: string; author: string; ts: string; threadTs: string; files: LinkedFile[] }

type Channel = { id: string }

type FormOrigin = {
  /** Unless that is outside of all channels. */
  channel?: Channel
  responseUrl?: string | undefined
  jobId?: string | undefined
  words?: string | undefined
  wait?: Wait | undefined
  message?: GivenMessage
}

type Opening = FormOrigin & { userId: string }

// Slack lets a form be opened for three seconds, and asking who may use it takes some of them: what is slower is left out.
const FOUND_OUT_WITHIN_MS = 800
const FEW = 0.1

const maySpeakDirectly = ({ allowedChannels }: FollowupDeps) =>
  allowedChannels.size === 0 || [...allowedChannels].some(isDirect)

async function gatherFormFacts(deps: FollowupDeps, origin: Opening): Promise<FormFacts> {
  const { database, projectId, hourlyLimit, now } = deps
  const { channel, responseUrl = null, message } = origin
  const [isMember, isOthers, results, budget, jobId, prefilled, above] = await Promise.all([
    // Where Slack does not say, it is found out when the card is posted.
    soon(channel === undefined || deps.channels.hasBot(channel.id), true),
    soon(isDirectOfOthers(deps, origin), false),
    soon(resultsIn(deps, channel), deps.resultsInChannel),
    soon(readBudget(database, { projectId, nowMs: now() }, hourlyLimit), undefined),
    soon(jobFor(deps, origin), undefined),
    message && channel && readMessage(deps, channel.id, message),
    message && channel ? soon(readThreadAbove(deps, { channelId: channel.id, ...message }), {}) : {}
  ])
  const offer = { inThreads: results !== 'none', directly: maySpeakDirectly(deps) }
  const hears = hearsIn(channel && { id: channel.id, isMember }, offer)
  return {
    place: {
      projectId,
      channelId: channel?.id ?? null,
      responseUrl,
      threadTs: message?.threadTs === message?.ts ? undefined : message?.threadTs,
      isOutside: !isMember,
      above: digestsOf(above)
    },
    above,
    jobId,
    words: origin.words || undefined,
    wait: origin.wait,
    ...prefilled,
    hears,
    outside: (isOthers && 'conversation') || (isMember ? undefined : 'channel'),
    results,
    sendsLeft: budget && littleLeft(budget)
  }
}

async function resultsIn({ database, teamId, resultsInChannel }: FollowupDeps, channel: Channel | undefined) {
  const chosen = channel && (await findChoice(database, teamId, [channel.id], RESULTS))
  return chosen?.value ?? resultsInChannel
}

/** The bot is in no direct messages but its own with each person. */
const isDirectOfOthers = async ({ slack }: FollowupDeps, { channel, userId }: Opening) =>
  channel !== undefined && isDirect(channel.id) && (await slack.openDirect(userId)) !== channel.id

/** None while the service takes none; undefined while there is plenty. */
function littleLeft({ limit, left, closedUntilMs }: BudgetState): number | undefined {
  const sendable = closedUntilMs === undefined ? left : 0
  return sendable <= Math.ceil(limit * FEW) ? sendable : undefined
}

async function soon<Fact>(finding: Promise<Fact> | Fact, otherwise: Fact): Promise<Fact> {
  const late = sleep(FOUND_OUT_WITHIN_MS, otherwise, { ref: false })
  return Promise.race([Promise.resolve(finding).catch(() => otherwise), late])
}

async function jobFor(deps: FollowupDeps, origin: Opening): Promise<string | undefined> {
  const { channel } = origin
  const known = origin.jobId ?? (await jobOfThread(deps, origin))
  return known ?? (channel && (await defaultJobFor(deps, channel.id))?.value)
}

/** A message in the thread of a job is most likely for that job. */
async function jobOfThread(
  { database, teamId, projectId }: FollowupDeps,
  { channel, message }: FormOrigin
): Promise<string | undefined> {
  if (channel === undefined || message === undefined) return undefined
  const thread = await findThread(database, { teamId, channelId: channel.id, threadTs: message.threadTs })
  return thread?.projectId === projectId && thread.closedBecause === null ? thread.jobId : undefined
}

async function readMessage(
  { workspaceUrl, nameMentions }: FollowupDeps,
  channelId: string,
  { text, author, ts, threadTs, files }: GivenMessage
) {
  const named = async (markup: string) =>
    visibleText(decodeSlackText(await soon(nameMentions(markup, channelId), markup)))
  const [name, words] = await Promise.all([named(author), named(text)])
  const link = messageUrl(workspaceUrl, { channelId, ts, threadTs })
  return { ...asInstruction(words, name.replace(/^@/, ''), link), files }
}

type FormCall = FormOrigin & { userId: string; userTeamId: string; triggerId: string }

/** Undefined: the form is open. Otherwise what to say instead. */
export async function openForm(deps: FollowupDeps, call: FormCall): Promise<SlackMessage | 'not opened' | undefined> {
  const refused = await refuseForm(deps, call)
  if (refused) return refused
  return (await showForm(deps, call)) ? undefined : 'not opened'
}

export async function openDraft(
  deps: FollowupDeps,
  { value, ...call }: FormCall & { value: string }
): Promise<SlackMessage | undefined> {
  const instead = await openForm(deps, { ...call, ...formDraftSchema.parse(JSON.parse(value)) })
  return instead === 'not opened' ? answer('form not opened') : instead
}

async function refuseForm(
  deps: FollowupDeps,
  { userId, userTeamId, channel }: Pick<FormCall, 'userId' | 'userTeamId' | 'channel'>
): Promise<SlackMessage | undefined> {
  const asking = whereAsked(deps, { userId, userTeamId, channelId: channel?.id ?? null })
  const refused = await checkPermissionOnce(deps, asking)
  return refused && refusal(refused)
}

/** For somebody who may have it. False: it came too late, or Slack did not open it. */
async function showForm(deps: FollowupDeps, call: FormCall): Promise<boolean> {
  const facts = await gatherFormFacts(deps, call)
  try {
    await deps.slack.openView(call.triggerId, followupForm(facts))
    return true
  } catch (error) {
    deps.log.warn({ error: errorWords(error) }, 'A form could not be opened')
    return false
  }
}

type Asking = { userId: string; userTeamId: string; channelId: string | null }

/** Outside of all channels, somebody can only write to the bot directly. */
export const whereAsked = ({ allowedChannels }: FollowupDeps, { userId, userTeamId, channelId }: Asking) => {
  const direct = [...allowedChannels].find(isDirect) ?? userId
  return { userId, userTeamId, channelId: channelId ?? direct }
}

type CardCall = Omit<FormCall, keyof FormOrigin> & {
  channel: { id: string }
  threadTs: string
  responseUrl?: string | undefined
}

/** Undefined: the form is open, for the job of the thread. Otherwise what to say instead. */
export async function openFromCard(deps: FollowupDeps, call: CardCall): Promise<SlackMessage | undefined> {
  const refused = await refuseForm(deps, call)
  if (refused) return refused
  const { teamId, projectId, database } = deps
  const { threadTs, channel } = call
  const thread = await findThread(database, { teamId, channelId: channel.id, threadTs })
  if (thread === undefined) return answer('stale button')
  if (thread.projectId !== projectId) return notDone('other project', thread.projectId, projectId)
  if (thread.closedBecause) return notDone('closed', thread.channelId, thread.closedBecause)
  const isShown = await showForm(deps, { ...call, jobId: thread.jobId })
  return isShown ? undefined : answer('form not opened')
}

export async function useShortcut(deps: FollowupDeps, call: FormCall): Promise<void> {
  const { slack, log } = deps
  const { userId, triggerId, responseUrl } = call
  const refused = await openForm(deps, call)
  if (refused === undefined) return
  const words = refused === 'not opened' ? answer('form not opened') : refused
  if (refused !== 'not opened') {
    const isShown = await slack.openView(triggerId, noticeForm(words.text)).then(
      () => true,
      error => log.warn({ error: errorWords(error) }, 'A form could not be opened')
    )
    if (isShown) return
  }
  await tell(deps, { userId, responseUrl, direct: { id: directAnswerId(triggerId), message: words } }, words)
}
