import { carryOut } from '../../database/database.ts'
import { TransientError } from '../../errors.ts'
import { editMessage } from '../../slack/edit-view.ts'
import { isPerson, type OutboxDeps, postView } from '../../slack/outbox.ts'
import { buryView, findView, type StoredView, type View } from '../../slack/view-store.ts'
import { checkPermission } from '../check-permission.ts'
import { closeThread } from '../close-thread.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { TaskData } from '../followup-tasks.ts'
import { whetherSeesThread } from '../may-see.ts'
import type { ThreadKey } from '../model/followup.ts'
import { isWatchOver, markedBy } from '../model/message-ids.ts'
import { AT_HOME } from '../stores/home-store.ts'
import { findPicture } from '../stores/picture-store.ts'
import { drawCard, drawView } from './draw-view.ts'
import { showHome } from './show-home.ts'
import { showMark } from './show-mark.ts'

type Deps = FollowupDeps & { outbox: OutboxDeps }

/** Makes Slack show what is stored: posts a message, or edits it if it should say something else by now. */
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
  const { database, log, outbox } = deps
  const { id } = view
  if ('state' in view) {
    if (view.state === 'buried') return
    if (view.messageTs === AT_HOME) return showHome(deps, { teamId: view.teamId, userId: view.channelId })
    if (isWatchOver(id) && !(await mayBeTold(deps, view))) {
      if (await buryView(database, id)) log.info({ view: id }, NOT_TOLD)
      return
    }
    if (view.messageTs !== null) return editNotice(deps, view, view.messageTs)
  }
  if (!(await postView(outbox, view))) return
  const posted = await findView(database, id)
  if (posted) await showView(deps, posted)
}

const NOT_TOLD = 'Somebody who may no longer use the bot, or see the thread, is not told how a job ended'

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

/** How a job ended is not for somebody who may no longer use the bot, or see the thread in which they asked. */
async function mayBeTold(deps: FollowupDeps, { channelId: userId, message }: View): Promise<boolean> {
  if (await checkPermission(deps, { userId, userTeamId: deps.teamId, channelId: undefined })) return false
  const sees = await whetherSeesThread(deps, message.threadUrl, userId)
  if (sees === 'not told') throw new TransientError('Slack does not say who is in a channel')
  return sees === 'in'
}
