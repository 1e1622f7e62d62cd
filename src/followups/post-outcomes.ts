import type { Sql, Statement } from '../database/database.ts'
import { TransientError } from '../errors.ts'
import type { SlackMessage } from '../slack/blocks.ts'
import { IN_DOUBT, isPostingRestricted, NO_THREAD } from '../slack/slack-failure.ts'
import { isPerson } from '../slack/slack-text.ts'
import { type StoredView, type View, wordsOf } from '../slack/view-store.ts'
import { changeFollowup, openThreadsOfOthers } from './change-followup.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { slowAnswerId } from './followup-tasks.ts'
import { AFTER_SEND, reject } from './model/decide-send.ts'
import { type Followup, isFinished, isIn, isSent, mayWriteToRequester } from './model/followup.ts'
import { directId, isCard, isResult, subjectOf } from './model/message-ids.ts'
import { followupsOfResult, loadFollowup } from './stores/followup-store.ts'
import { lockJobOf } from './stores/job-store.ts'
import { bindToCard } from './stores/ready-store.ts'
import { answer } from './views/answers.ts'
import { resultMessage } from './views/result.ts'
import { redraw, showOnce } from './views/schedule-views.ts'
import { drawView } from './views/show.ts'

type ViewAbout = View & { followupId: string }

const isAbout = (view: View): view is ViewAbout => view.followupId !== null

/** Whoever asked for a card hears at once, through an address that needs no token, that it cannot be posted; the rest can wait. */
export const canWait = (view: View): boolean => !isCard(view)

export function whenPosted(deps: FollowupDeps, view: StoredView) {
  if (isResult(view.id)) deps.metrics.took('result', deps.now() - view.addedAtMs)
  if (!isCard(view)) return undefined
  return (sql: Sql, ts: string, posted: Statement[]) => bindCard(deps, sql, view, { ts, posted })
}

/** The thread belongs to the job from now on, so the follow-up may go out, as may what waits beside it. */
async function bindCard(
  deps: FollowupDeps,
  sql: Sql,
  { teamId, channelId, followupId }: ViewAbout,
  { ts, posted }: { ts: string; posted: Statement[] }
): Promise<void> {
  const { enqueue, dropTask } = deps
  await lockJobOf(sql, followupId)
  const bound = await bindToCard(sql, followupId, ts, posted)
  if (bound === undefined) return
  const { isDrawn, projectId, waiting, replies } = bound
  await enqueue(sql, 'send-followup', { followupId })
  await dropTask(sql, slowAnswerId(followupId))
  const others = waiting.map(id => ({ followupId: id }))
  if (others.length > 0) await enqueue(sql, 'open-thread', others, { owner: projectId })
  const written = replies.map(replyTs => ({ teamId, channelId, ts: replyTs }))
  if (written.length > 0) await enqueue(sql, 'read-message', written, { owner: projectId })
  // The follow-up went ahead of its card, or someone used its button before we knew.
  if (isDrawn) return
  await redraw(deps, sql, { teamId, channelId, threadTs: ts })
}

/** Not for the operator to fix: people invite the bot, remove it, or close the channel. */
const IN_THE_CHANNELS_HAND = new Set(['not_in_channel', 'channel_not_found', 'is_archived', NO_THREAD])

/** Nothing is sent without a card, unless it went ahead of it; what was meant for a thread goes directly to whoever waits for it. */
export async function giveUpPost(deps: FollowupDeps, sql: Sql, view: View, code: string): Promise<void> {
  const facts = { view: view.id, channel: view.channelId, code }
  if (code === IN_DOUBT) deps.log.error(facts, 'A message may or may not be in Slack; it will not be posted again')
  else if (IN_THE_CHANNELS_HAND.has(code) || isPostingRestricted(code))
    deps.log.warn(facts, 'A message cannot be posted in its channel')
  else deps.log.error(facts, 'Slack refuses a message; it will not be posted')
  // Then it was a direct message, and there is no other way.
  if (!isAbout(view)) return
  const about = await loadFollowup(sql, view.followupId)
  if (!isCard(view)) return sayDirectly(deps, sql, view, about, code)
  const move = await changeFollowup(deps, sql, about, (followup, { nowMs }) => {
    if (isIn(followup, 'sending')) throw new TransientError('What comes of a send is not known yet', AFTER_SEND)
    return isIn(followup, 'waiting') ? reject(followup, { reason: 'no card' }, nowMs) : undefined
  })
  const now = move?.after ?? (await loadFollowup(sql, about.id))
  if (move === undefined && !isSent(now)) return
  if (move === undefined) await openThreadsOfOthers(deps, sql, now)
  await deps.dropTask(sql, slowAnswerId(about.id))
  await deps.enqueue(sql, 'tell', { followupId: about.id, news: { cannotPost: code } })
}

async function sayDirectly(deps: FollowupDeps, sql: Sql, view: View, about: Followup, code: string): Promise<void> {
  // This was already a direct message, and even that was refused. And nobody needs their own words.
  if (isPerson(view.channelId) || subjectOf(view.id)?.kind === 'typed') return
  const say = code === IN_DOUBT ? 'perhaps posted' : 'could not post'
  const { channelId } = view
  const { followups } = await followupsOfResult(sql, view.id, about.id)
  const told = followups.length > 0 ? followups : [about]
  for (const [personId, own] of Map.groupBy(told.filter(mayWriteToRequester), ({ requesterId }) => requesterId)) {
    // Perhaps it was given up because it cannot be drawn.
    const drawn = await drawFor(sql, view, [about, ...told], own).catch(() => undefined)
    const isAlone = own.length === told.length
    const words = drawn ?? (isAlone ? wordsOf(view) : undefined)
    if (words === undefined && isAlone) continue
    const said = words ? answer(say, channelId, words.text) : answer('has news', about.jobId)
    const message = { ...said, seenIn: channelId }
    const direct = { ...view, id: directId(`${view.id}:${personId}`), channelId: personId, threadTs: null, message }
    await showOnce(deps, sql, direct)
  }
}

/** Nobody reads others' words there: they may be from a private channel that the reader has left. */
async function drawFor(sql: Sql, view: View, told: Followup[], own: Followup[]): Promise<SlackMessage | undefined> {
  if (!isResult(view.id)) return (await drawView(sql, view)).wanted
  const first = told.filter(isFinished).find(({ progress }) => progress.resultId === view.id)
  return first && resultMessage(first, own)
}
