import { errorWords } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { isDirect } from '../../slack/is-direct.ts'
import { checkPermissionOnce } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { repliesQuestion, resultsQuestion } from '../messages/channel-questions.ts'
import { jobQuestion, ownJobQuestion } from '../messages/job-questions.ts'
import { cannotTellWhoMessage, notDoneMessage, refusedMessage } from '../messages/private-messages.ts'
import type { SettingQuestion } from '../messages/setting-question.ts'
import { type SettingsFacts, settingsForm } from '../messages/settings-form.ts'
import { ownUndoQuestion, undoQuestion } from '../messages/undo-question.ts'
import { channelSettings, ownSettings, type Setting } from '../rules/setting.ts'
import { findChoicesFor } from '../stores/setting-store.ts'
import { mayManage } from './may-manage.ts'

/** Somebody wants to see the settings: in a channel, in direct messages or, without either, in their home. */
type Asking = {
  userId: string
  userTeamId: string
  channelId: string | undefined
  triggerId: string
}

/** Shows what holds in a channel, and one's own choices. Undefined: it is open. Otherwise what to say instead. */
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

async function gatherFacts(deps: FollowupDeps, asking: Asking): Promise<SettingsFacts> {
  const { database, teamId, projectId } = deps
  const { userId, channelId: id } = asking
  const channelId = id === undefined || isDirect(id) ? null : id
  const [own, channel] = await Promise.all([
    findChoicesFor(database, { teamId, userId }),
    channelId === null ? undefined : channelFacts(deps, { userId, channelId })
  ])
  return {
    place: { projectId, channelId, responseUrl: null },
    channel: channel && { ...channel, questions: channelQuestions(deps, channel.chosen) },
    own: ownQuestions(deps, own, channel)
  }
}

type Choices = Awaited<ReturnType<typeof findChoicesFor>>
type InChannel = { id: string; chosen: Choices }

async function channelFacts(deps: FollowupDeps, { userId, channelId }: { userId: string; channelId: string }) {
  const { database, teamId } = deps
  const [chosen, mayChange] = await Promise.all([
    findChoicesFor(database, { teamId, channelId }),
    mayManage(deps, { userId, channelId })
  ])
  return { id: channelId, chosen, mayChange }
}

function channelQuestions({ projectId, replies, resultsInChannel }: FollowupDeps, chosen: Choices): SettingQuestion[] {
  const settings = channelSettings(projectId)
  return [
    repliesQuestion({ chosen: chosen(settings.replies), otherwise: replies }),
    resultsQuestion({ chosen: chosen(settings.results), otherwise: resultsInChannel }),
    jobQuestion(chosen(settings['default-job'])),
    undoQuestion(chosen(settings.undo))
  ]
}

function ownQuestions({ projectId }: FollowupDeps, own: Choices, channel: InChannel | undefined): SettingQuestion[] {
  const settings = ownSettings(projectId)
  const both = <Value>(setting: Setting<Value>) =>
    [own(setting), channel && { id: channel.id, chosen: channel.chosen(setting) }] as const
  return [ownJobQuestion(...both(settings['own-job'])), ownUndoQuestion(...both(settings['own-undo']))]
}
