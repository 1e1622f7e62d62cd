import { errorWords } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { isDirect } from '../../slack/slack-text.ts'
import { checkPermissionOnce } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { cannotTellWhoMessage, notDoneMessage, refusedMessage } from '../messages/private-messages.ts'
import {
  jobQuestion,
  repliesQuestion,
  resultsQuestion,
  type SettingsFacts,
  settingsForm
} from '../messages/settings-form.ts'
import { defaultJobIn, REPLIES, RESULTS, UNDO } from '../rules/setting.ts'
import { findChoice } from '../stores/setting-store.ts'
import { mayManage } from './may-manage.ts'

/** Somebody wants to see the settings: in a channel, in direct messages or, without either, in their home. */
type Asking = {
  userId: string
  userTeamId: string
  channelId: string | undefined
  triggerId: string
}

/** Shows what holds in a channel, and one's own choice. Undefined: it is open. Otherwise what to say instead. */
export async function openSettings(deps: FollowupDeps, asking: Asking): Promise<SlackMessage | undefined> {
  const { slack, log } = deps
  const refused = await checkPermissionOnce(deps, asking)
  if (refused) return refused === 'not told' ? cannotTellWhoMessage('') : refusedMessage(refused, '')
  try {
    await slack.openView(asking.triggerId, settingsForm(await gatherFacts(deps, asking)))
    return undefined
  } catch (error) {
    log.warn({ error: errorWords(error) }, 'The settings could not be opened')
    return notDoneMessage()
  }
}

async function gatherFacts(deps: FollowupDeps, { userId, channelId: id }: Asking): Promise<SettingsFacts> {
  const { database, teamId, projectId } = deps
  const channelId = id === undefined || isDirect(id) ? null : id
  const [undo, channel] = await Promise.all([
    findChoice(database, teamId, [userId], UNDO),
    channelId === null ? undefined : channelFacts(deps, { userId, channelId })
  ])
  return { place: { projectId, channelId, responseUrl: null }, channel, undo }
}

async function channelFacts(deps: FollowupDeps, { userId, channelId }: { userId: string; channelId: string }) {
  const { database, teamId, projectId } = deps
  const [mayChange, replies, results, job] = await Promise.all([
    mayManage(deps, { userId, channelId }),
    findChoice(database, teamId, [channelId], REPLIES),
    findChoice(database, teamId, [channelId], RESULTS),
    findChoice(database, teamId, [channelId], defaultJobIn(projectId))
  ])
  return {
    id: channelId,
    mayChange,
    questions: [
      repliesQuestion({ chosen: replies, otherwise: deps.replies }),
      resultsQuestion({ chosen: results, otherwise: deps.resultsInChannel }),
      jobQuestion(job)
    ]
  }
}
