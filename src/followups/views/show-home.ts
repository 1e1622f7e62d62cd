import { readBudget } from '../../agent/budget.ts'
import { carryOut } from '../../database/database.ts'
import { TransientError } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { editView } from '../../slack/edit-view.ts'
import { threadUrl } from '../../slack/slack-text.ts'
import { checkPermission } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { viewerOf, whetherSeesThread } from '../may-see.ts'
import type { Followup } from '../model/followup.ts'
import { toHomeItems } from '../model/home-items.ts'
import { homeId } from '../model/message-ids.ts'
import { findHome, findHomePicture, type Person, saveHomeShown } from '../stores/home-store.ts'
import type { Viewer } from '../stores/seen-store.ts'
import { homeMessage, homeRefusedMessage } from './home-message.ts'
import { HOME_EVERY_MS } from './schedule-views.ts'

/** Makes a person's home show what is stored about them. A picture that it shows already costs no call. */
export async function showHome(deps: FollowupDeps, person: Person): Promise<void> {
  const { database, slack, now } = deps
  const { userId } = person

  async function waitForItsTurn(): Promise<void> {
    const { shownAtMs = 0 } = (await findHome(database, person)) ?? {}
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
  const viewer = await viewerOf(deps, { userId, channelId: null }, true)
  await editView(
    deps,
    { id: homeId(person) },
    async change => {
      const changed = await carryOut(database, change)
      return { changed, wanted: await drawHome(deps, viewer) }
    },
    publish
  )
}

/** Who may not use the bot sees only that. */
async function drawHome(deps: FollowupDeps, viewer: Viewer): Promise<SlackMessage | undefined> {
  const { database, projectId, teamId, hourlyLimit, workspaceUrl, now } = deps
  const { userId } = viewer
  const home = await findHome(database, viewer)
  if (home === undefined) return undefined
  const refused = await checkPermission(deps, { userId, userTeamId: teamId, channelId: undefined })
  if (refused) return homeRefusedMessage(refused)
  const nowMs = now()
  const { own, watches, isCut } = await findHomePicture(database, viewer, nowMs)
  const seen = await Promise.all(
    watches.map(async watch => ((await whetherSeesThread(deps, watch.threadUrl, userId)) === 'in' ? [watch] : []))
  )
  const linked = own.map(each => ({ ...each, cardUrl: cardUrl(workspaceUrl, each.followup) }))
  return homeMessage({
    items: toHomeItems(linked, seen.flat(), nowMs),
    budget: await readBudget(database, { projectId, nowMs }, hourlyLimit),
    page: home.page,
    isCut
  })
}

const cardUrl = (workspaceUrl: string, { channelId, threadTs, closedBecause }: Followup) =>
  threadTs === null || closedBecause === 'card deleted' ? undefined : threadUrl(workspaceUrl, { channelId, threadTs })
