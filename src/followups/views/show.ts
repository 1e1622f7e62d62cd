import { isDeepStrictEqual } from 'node:util'
import { readBudget } from '../../agent/budget.ts'
import { carryOut, type Sql, type Statement } from '../../database/database.ts'
import { TransientError } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { editMessage, editView } from '../../slack/edit-view.ts'
import type { Membership } from '../../slack/lookups.ts'
import { type OutboxDeps, postView } from '../../slack/outbox.ts'
import { SlackRefusal } from '../../slack/slack-failure.ts'
import { isPerson } from '../../slack/slack-text.ts'
import { buryView, findView, type StoredView, type View, wordsOf } from '../../slack/view-store.ts'
import { checkPermission } from '../check-permission.ts'
import { closeThread } from '../close-thread.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { TaskData } from '../followup-tasks.ts'
import { membershipIn, viewerOf, whetherSeesThread } from '../may-see.ts'
import { type Followup, isFinished, type ThreadKey } from '../model/followup.ts'
import { toHomeItems } from '../model/home-items.ts'
import { directId, homeId, isResult, type MessageKey, markedBy, markId, subjectOf } from '../model/message-ids.ts'
import { standingFactsOf } from '../model/standing.ts'
import { findByReply, followupsOfResult, loadFollowup } from '../stores/followup-store.ts'
import { AT_HOME, findHomePicture, homeShownAtMs, type Person, saveHomeShown } from '../stores/home-store.ts'
import { addMark, findMarks, saveMarks } from '../stores/mark-store.ts'
import type { Viewer } from '../stores/seen-store.ts'
import { findPicture, type Picture } from '../stores/thread-store.ts'
import { answer } from './answers.ts'
import { cardMessage } from './card.ts'
import { homeMessage, homeRefusedMessage } from './home.ts'
import { drawNotice } from './notices.ts'
import { cardUrl } from './overviews.ts'
import { resultMessage } from './result.ts'
import { HOME_EVERY_MS, redraw, showOnce } from './schedule-views.ts'
import { jobOfKey } from './watches.ts'

type Drawn = SlackMessage | undefined

function resultOf(resultId: string, told: Followup[]): Drawn {
  const first = told.find(({ id }) => id === subjectOf(resultId)?.followupId)
  return first && isFinished(first) && first.progress.resultId === resultId ? resultMessage(first, told) : undefined
}

/** `changes` are stored at the moment of drawing, and `changed` is the row that the last of them changed. */
export async function drawView(
  sql: Sql,
  view: Pick<View, 'id' | 'message'>,
  ...changes: Statement[]
): Promise<{ wanted: Drawn; changed: unknown }> {
  const words = wordsOf(view)
  const subject = subjectOf(view.id)
  if (subject === undefined || (words && !isResult(view.id)))
    return { wanted: words, changed: await carryOut(sql, ...changes) }
  const { kind, followupId } = subject
  if (kind === 'card') {
    const { changed, ...picture } = await findPicture(sql, { followupId }, changes)
    return { wanted: drawCard(picture), changed }
  }
  if (isResult(view.id)) {
    const { followups, changed } = await followupsOfResult(sql, view.id, followupId, changes)
    return { wanted: resultOf(view.id, followups), changed }
  }
  const changed = await carryOut(sql, ...changes)
  return { wanted: drawNotice(kind, await loadFollowup(sql, followupId)), changed }
}

function drawCard({ followups, job }: Picture): Drawn {
  const [first, ...more] = followups
  return first && cardMessage({ followups: [first, ...more], job })
}

/** A picture that the home shows already costs no call. */
async function showHome(deps: FollowupDeps, person: Person): Promise<void> {
  const { database, slack, now } = deps
  const { userId } = person

  async function waitForItsTurn(): Promise<void> {
    const shownAtMs = (await homeShownAtMs(database, person)) ?? 0
    const leftMs = shownAtMs + HOME_EVERY_MS - now()
    if (leftMs > 0) throw new TransientError('A home was drawn a moment ago', { retryAfterMs: leftMs })
  }
  async function publish(view: SlackMessage, mayStart: () => boolean): Promise<void> {
    await waitForItsTurn()
    // Also if Slack refuses it: trying counts.
    await saveHomeShown(database, person, now())
    await slack.publishHome(userId, view, mayStart)
  }
  await waitForItsTurn()
  const { projectIds } = deps
  const viewers = await Promise.all(
    projectIds.map(projectId => viewerOf({ ...deps, projectId }, { userId, channelId: null }, true))
  )
  await editView(
    deps,
    { id: homeId(person) },
    async change => {
      const changed = await carryOut(database, change)
      return { changed, wanted: await drawHome(deps, person, viewers) }
    },
    publish
  )
}

async function drawHome(deps: FollowupDeps, person: Person, viewers: Viewer[]): Promise<SlackMessage | undefined> {
  const { database, projectId, teamId, hourlyLimit, workspaceUrl, now } = deps
  const { userId } = person
  if ((await homeShownAtMs(database, person)) === undefined) return undefined
  const refused = await checkPermission(deps, { userId, userTeamId: teamId, channelId: undefined })
  if (refused) return homeRefusedMessage(refused)
  const nowMs = now()
  const pictures = await Promise.all(viewers.map(viewer => findHomePicture(database, viewer, nowMs)))
  const [own, watches] = [pictures.flatMap(({ own }) => own), pictures.flatMap(({ watches }) => watches)]
  const seen = await Promise.all(
    watches.map(async watch => ((await whetherSeesThread(deps, watch.threadUrl, userId)) === 'in' ? [watch] : []))
  )
  const linked = own.map(each => ({ ...each, cardUrl: cardUrl(each.followup, workspaceUrl) }))
  // Of several projects, `list` tells in their channels.
  const budget = viewers.length > 1 ? undefined : await readBudget(database, { projectId, nowMs }, hourlyLimit)
  return homeMessage(toHomeItems(linked, seen.flat(), nowMs), budget)
}

async function showMark(deps: FollowupDeps, key: MessageKey): Promise<void> {
  const { database, slack, log } = deps
  const { channelId, ts } = key
  // In this order: marks that were set since are noticed when these are stored.
  const marks = await findMarks(database, key)
  const followup = await findByReply(database, key)
  if (followup === undefined) return
  const { mark } = standingFactsOf(followup)
  const wanted = mark === null ? [] : [mark]
  if (isDeepStrictEqual(marks, wanted)) return
  // Noted before it is set, so that a mark whose answer never came is still known, and removed in its turn.
  const noted = [...new Set([...marks, ...wanted.map(name => `${name}?`)])]
  if (!(await saveMarks(database, key, marks, noted)))
    throw new TransientError('The marks on a reply changed meanwhile')
  try {
    for (const name of wanted) await slack.addReaction(channelId, ts, name)
    for (const name of namesOf(marks)) if (name !== mark) await slack.removeReaction(channelId, ts, name)
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error
    await saveMarks(database, key, noted, marks)
    return log.warn({ followup: followup.id, code: error.code }, 'A reply cannot be marked')
  }
  if (await saveMarks(database, key, noted, wanted)) return
  // Another run marked it in between, and may not have known about ours. This run may be one that was given up long ago.
  await database.transaction(async sql => {
    for (const name of wanted) await addMark(sql, key, `${name}?`)
    await redraw(deps, sql, { viewId: markId(key) })
  })
}

const namesOf = (marks: string[]) => new Set(marks.map(mark => mark.replace('?', '')))

type Deps = FollowupDeps & { outbox: OutboxDeps }

export async function show(deps: Deps, wanted: TaskData<'show'>): Promise<void> {
  if ('threadTs' in wanted) return editCard(deps, wanted)
  const { viewId, isNew } = wanted
  const marked = markedBy(viewId)
  if (marked) return showMark(deps, marked)
  // Nobody has tried it yet, so all that is to be known about it is its name.
  const view = isNew ? { id: viewId, message: {} } : await findView(deps.database, viewId)
  if (view) await showView(deps, view)
}

async function showView(deps: Deps, view: StoredView | Pick<View, 'id' | 'message'>): Promise<void> {
  const { database, outbox } = deps
  const { id } = view
  if ('state' in view) {
    if (view.state === 'buried') return
    if (view.messageTs === AT_HOME) return showHome(deps, { teamId: view.teamId, userId: view.channelId })
    const sees = await whetherToTell(deps, view)
    if (sees !== 'in') return database.transaction(sql => tellLess(deps, sql, view, sees))
    if (view.messageTs !== null) return editNotice(deps, view, view.messageTs)
  }
  if (!(await postView(outbox, view))) return
  const posted = await findView(database, id)
  if (posted) await showView(deps, posted)
}

async function editNotice(deps: Deps, { id, channelId }: StoredView, ts: string): Promise<void> {
  const { database, slack } = deps
  // It was posted to a person, and is edited in a channel.
  const place = { channelId: isPerson(channelId) ? await slack.openDirect(channelId) : channelId, ts }
  await editMessage(deps, { id }, place, async change => {
    const now = await findView(database, id)
    return now ? drawView(database, now, change) : { changed: await carryOut(database, change), wanted: undefined }
  })
}

/** In an archived channel nothing can be shown any more: the thread is closed. */
async function editCard(deps: Deps, key: ThreadKey): Promise<void> {
  const { database } = deps
  const card = { ...key, ts: key.threadTs }
  const outcome = await editMessage(deps, card, card, async change => {
    const { changed, ...picture } = await findPicture(database, key, [change])
    return { changed, wanted: drawCard(picture) }
  })
  if (outcome !== 'shown' && outcome.refused === 'is_archived')
    await database.transaction(sql => closeThread(deps, sql, key, 'channel archived'))
}

const ASK_FOR_MS = 3_600_000

/** How a job goes on is not for somebody who may no longer use the bot, or see the thread that this is about. */
async function whetherToTell(deps: FollowupDeps, view: StoredView): Promise<Membership> {
  const { channelId: userId, followupId, addedAtMs } = view
  const { seenIn, threadUrl } = view.message
  if (seenIn === undefined && threadUrl === undefined) return 'in'
  const isOfWatch = seenIn === undefined
  if (isOfWatch && (await checkPermission(deps, { userId, userTeamId: deps.teamId, channelId: undefined })))
    return 'not in'
  const sees = await (isOfWatch ? whetherSeesThread(deps, threadUrl, userId) : membershipIn(deps, seenIn, userId))
  // What became of their own follow-up they hear unless they have surely left.
  if (sees === 'not told' && followupId !== null) return 'in'
  if (sees === 'not told' && deps.now() - addedAtMs < ASK_FOR_MS)
    throw new TransientError('Slack does not say who is in a channel')
  return sees
}

async function tellLess(deps: FollowupDeps, sql: Sql, view: StoredView, sees: Membership): Promise<void> {
  const { id, message } = view
  if (!(await buryView(sql, id))) return
  deps.log.info(
    { view: id },
    'A direct message was dropped: its reader may no longer use the bot or see the channel, or Slack does not say'
  )
  if (sees === 'not told' && message.about !== undefined)
    await showOnce(deps, sql, { ...view, id: directId(id), message: answer('has news', jobOfKey(message.about).jobId) })
}
