import { errorWords } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { isDirect } from '../../slack/is-direct.ts'
import { isOfFew } from '../answers/is-still-there.ts'
import { checkPermissionOnce } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { repliesQuestion, resultsQuestion } from '../messages/channel-questions.ts'
import { jobQuestion, ownJobQuestion } from '../messages/job-questions.ts'
import { cannotTellWhoMessage, formNotOpenedMessage, refusedMessage } from '../messages/private-messages.ts'
import { quickQuestion } from '../messages/quick-question.ts'
import { quietQuestion } from '../messages/quiet-question.ts'
import { type SettingsFacts, settingsForm } from '../messages/settings-form.ts'
import { ownTogetherQuestion, ownUndoQuestion, togetherQuestion, undoQuestion } from '../messages/undo-question.ts'
import { channelSettings, ownSettings, type Setting } from '../rules/setting.ts'
import { findChoice } from '../stores/setting-store.ts'
import { mayManage } from './may-manage.ts'

/** Somebody wants to see the settings: in a channel, in direct messages or, without either, in their home. */
type Asking = {
  userId: string
  userTeamId: string
  channelId: string | undefined
  channelName: string
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
    return formNotOpenedMessage()
  }
}

async function gatherFacts(deps: FollowupDeps, asking: Asking): Promise<SettingsFacts> {
  const { userId, channelId: id, channelName: name } = asking
  const channelId = id === undefined || isDirect(id) ? null : id
  const [channel, own] = await Promise.all([
    channelId === null ? undefined : channelFacts(deps, { userId, channelId }),
    ownFacts(deps, { userId, channelId })
  ])
  const isFew = channelId !== null && isOfFew({ id: channelId, name })
  return { place: { projectId: deps.projectId, channelId, isOfFew: isFew, responseUrl: null }, channel, own }
}

async function channelFacts(deps: FollowupDeps, { userId, channelId }: { userId: string; channelId: string }) {
  const { database, teamId, projectId } = deps
  const place = { teamId, channelId }
  const settings = channelSettings(projectId)
  const [replies, results, job, undo, together, quick, mayChange] = await Promise.all([
    findChoice(database, place, settings.replies),
    findChoice(database, place, settings.results),
    findChoice(database, place, settings['default-job']),
    findChoice(database, place, settings.undo),
    findChoice(database, place, settings.together),
    findChoice(database, place, settings.quick),
    mayManage(deps, { userId, channelId })
  ])
  const questions = [
    repliesQuestion({ chosen: replies, otherwise: deps.replies }),
    resultsQuestion({ chosen: results, otherwise: deps.resultsInChannel }),
    jobQuestion(job),
    undoQuestion(undo),
    togetherQuestion(together),
    quickQuestion(quick)
  ]
  return { id: channelId, mayChange, questions }
}

async function ownFacts(deps: FollowupDeps, { userId, channelId }: { userId: string; channelId: string | null }) {
  const { database, teamId, projectId, people } = deps
  const settings = ownSettings(projectId)
  const own = <Value>(setting: Setting<Value>) => findChoice(database, { teamId, userId }, setting)
  const ofChannel = async <Value>(setting: Setting<Value>) =>
    channelId === null
      ? undefined
      : { id: channelId, chosen: await findChoice(database, { teamId, channelId }, setting) }
  const { 'own-job': job, 'own-undo': undo, 'own-together': together, quiet } = settings
  return Promise.all([
    Promise.all([own(job), ofChannel(job)]).then(of => ownJobQuestion(...of)),
    Promise.all([own(undo), ofChannel(undo)]).then(of => ownUndoQuestion(...of)),
    Promise.all([own(together), ofChannel(together)]).then(of => ownTogetherQuestion(...of)),
    Promise.all([own(quiet), people.timeZoneOf(userId, teamId)]).then(of => quietQuestion(...of))
  ])
}
