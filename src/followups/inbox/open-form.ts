import { setTimeout as sleep } from 'node:timers/promises'
import type { types } from '@slack/bolt'
import { errorWords } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { decodeSlackText, isDirect, messageUrl, visibleText } from '../../slack/slack-text.ts'
import { checkPermissionOnce, whyRefused } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { idAlone, read } from '../intent/read.ts'
import { membershipIn, viewerOf } from '../may-see.ts'
import { isTakenBack } from '../model/followup.ts'
import { type FormDraft, type FormPlace, formDraftSchema } from '../model/followup-form.ts'
import { directId } from '../model/message-ids.ts'
import { NOT_CHOSEN } from '../model/setting.ts'
import { waitsUntilMs } from '../model/wait.ts'
import type { CommandDeps } from '../sending/store-commands.ts'
import { jobsSeenBy } from '../stores/seen-store.ts'
import { findThread } from '../stores/thread-store.ts'
import { answer, notDone, refusal } from '../views/answers.ts'
import { attributedWords, type FormFacts, followupForm, jobOption, knownJobOption } from '../views/followup-form.ts'
import { tell } from '../views/tell.ts'
import { defaultJobFor, mayTakeAbove } from './understand.ts'

type GivenMessage = { text: string; author: string; ts: string; threadTs: string; hasFiles: boolean }

type FormCall = Partial<FormDraft> & {
  userId: string
  userTeamId: string
  triggerId: string
  /** Unless it is opened outside of all channels. */
  channelId?: string | undefined
  responseUrl?: string | undefined
  message?: GivenMessage | undefined
}

// Slack lets a form be opened for three seconds, and asking who may use it takes some of them: what is slower is left out.
const FOUND_OUT_WITHIN_MS = 800

async function gatherFormFacts(deps: FollowupDeps, call: FormCall): Promise<FormFacts> {
  const { projectId } = deps
  const { channelId, message, words, wait } = call
  const [isThere, jobId, quoted, isOffered] = await Promise.all([
    // Where Slack does not say, it is found out when the card is posted.
    channelId !== undefined && !isDirect(channelId) && soon(deps.channels.hasBot(channelId), true),
    soon(jobFor(deps, call), undefined),
    message && channelId ? quote(deps, channelId, message) : {},
    message && message.ts !== message.threadTs && channelId && soon(mayTakeAbove(deps, deps.database, channelId), false)
  ])
  const there = isThere && channelId ? { channelId, responseUrl: call.responseUrl ?? null } : undefined
  const above = isOffered && there && message ? { threadTs: message.threadTs, beforeTs: message.ts } : undefined
  const place = { projectId, ...(there ?? { channelId: null, responseUrl: null }), above }
  const isOver = wait !== undefined && (waitsUntilMs(wait) ?? Infinity) < deps.now()
  return { place, jobId, words: words || undefined, wait: isOver ? undefined : wait, ...quoted }
}

async function soon<Fact>(finding: Promise<Fact>, otherwise: Fact): Promise<Fact> {
  const late = sleep(FOUND_OUT_WITHIN_MS, otherwise, { ref: false })
  return Promise.race([finding.catch(() => otherwise), late])
}

/** A message in the thread of a job is most likely for that job. */
async function jobFor(deps: FollowupDeps, { jobId, channelId, message }: FormCall): Promise<string | undefined> {
  const { database, teamId, projectId } = deps
  if (jobId !== undefined || channelId === undefined) return jobId
  const thread = message && (await findThread(database, { teamId, channelId, threadTs: message.threadTs }))
  const isOpen = thread?.projectId === projectId && thread.closedBecause === null
  return isOpen ? thread.jobId : defaultJobFor(deps, channelId)
}

async function quote(
  { workspaceUrl, nameMentions }: FollowupDeps,
  channelId: string,
  { text, author, ts, threadTs, hasFiles }: GivenMessage
) {
  const named = async (markup: string) =>
    visibleText(decodeSlackText(await soon(nameMentions(markup, channelId), markup)))
  const [name, words] = await Promise.all([named(author), named(text)])
  const link = messageUrl(workspaceUrl, { channelId, ts, threadTs })
  return { ...attributedWords(words, name.replace(/^@/, ''), link), hasFiles }
}

/** Undefined: the form is open. Otherwise what to say instead; if it came too late or Slack did not open it, that is `missing`. */
export async function openForm(
  deps: FollowupDeps,
  call: FormCall,
  missing = answer('form not opened')
): Promise<SlackMessage | undefined> {
  const refused = await whyRefused(deps, { ...call, channelId: whereAsked(deps, call) })
  if (refused) return refusal(refused)
  try {
    await deps.slack.openView(call.triggerId, followupForm(await gatherFormFacts(deps, call)))
    return undefined
  } catch (error) {
    deps.log.warn({ error: errorWords(error) }, 'A form could not be opened')
    return missing
  }
}

/** Outside of all channels, somebody can only write to the bot directly. */
const whereAsked = (
  { allowedChannels }: FollowupDeps,
  { userId, channelId }: { userId: string; channelId?: string | null | undefined }
): string => channelId ?? [...allowedChannels].find(isDirect) ?? userId

export async function openDraft(
  deps: CommandDeps,
  { value, ...call }: FormCall & { value: string }
): Promise<SlackMessage | undefined> {
  const { projectId = deps.projectId, ...draft } = formDraftSchema.parse(JSON.parse(value))
  const its = deps.ofProject(projectId)
  return its ? openForm(its, { ...call, ...draft }) : notDone('other project', projectId, deps.projectId)
}

export async function useShortcut(deps: FollowupDeps, call: FormCall): Promise<void> {
  const { userId, triggerId, responseUrl } = call
  const words = await openForm(deps, call)
  if (words) await tell(deps, { userId, responseUrl, direct: { id: directId(triggerId) } }, words)
}

type JobSearch = { typed: string; userId: string; userTeamId: string; place: FormPlace }

// Slack waits for three seconds, and shows no more than a hundred.
const FOUND_WITHIN_MS = 2_000
const LOOKED_THROUGH = 100
const OFFERED = 20

/** The jobs of the channel where the form was opened and the person's own, and whatever else may be an id. */
export async function suggestJobs(deps: FollowupDeps, search: JobSearch): Promise<types.PlainTextOption[]> {
  const { userId, userTeamId, place, typed } = search
  if (place.projectId !== deps.projectId) return []
  const channelId = whereAsked(deps, { userId, channelId: place.channelId })
  if (await checkPermissionOnce(deps, { userId, userTeamId, channelId })) return []
  const found = findKnown(deps, search).catch(error => {
    deps.log.warn({ error: errorWords(error) }, 'Jobs could not be looked up for a form')
    return []
  })
  const known = await Promise.race([found, sleep(FOUND_WITHIN_MS, [], { ref: false })])
  const jobId = idAlone(read(typed, deps))
  const isNew =
    jobId !== undefined && !known.some(({ value }) => value === jobId) && deps.findSecrets(jobId).length === 0
  return [...known, ...(isNew ? [jobOption(jobId, `Use ${jobId}`)] : [])]
}

export async function suggestDefaultJobs(deps: FollowupDeps, search: JobSearch): Promise<types.PlainTextOption[]> {
  const none = search.typed.trim() === '' ? [jobOption(NOT_CHOSEN, 'None')] : []
  return [...none, ...(await suggestJobs(deps, search))]
}

async function findKnown(deps: FollowupDeps, { typed, userId, place }: JobSearch): Promise<types.PlainTextOption[]> {
  const { database, now } = deps
  const isIn = (await membershipIn(deps, place.channelId, userId)) === 'in'
  const viewer = await viewerOf(deps, { userId, channelId: isIn ? place.channelId : null })
  const { found } = await jobsSeenBy(database, viewer, { nowMs: now(), skip: 0, most: LOOKED_THROUGH })
  const sought = typed.trim().toLowerCase()
  return found
    .filter(({ followup }, at) => found.findIndex(other => other.followup.jobId === followup.jobId) === at)
    .filter(({ followup, job }) => {
      const repository = job.record?.source?.repository ?? ''
      const words = isTakenBack(followup) ? '' : followup.prompt
      return [followup.jobId, repository, words].some(one => one.toLowerCase().includes(sought))
    })
    .slice(0, OFFERED)
    .map(knownJobOption)
}
