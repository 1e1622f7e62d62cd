import { errorWords } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { isDirect } from '../../slack/is-direct.ts'
import { checkPermissionOnce } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { cannotTellWhoMessage, formNotOpenedMessage, refusedMessage } from '../messages/private-messages.ts'
import { quickError } from '../messages/quick-question.ts'
import { type MayChange, SETTINGS_ERRORS, settingsForm } from '../messages/settings-form.ts'
import { settingsByCommandMessage } from '../messages/slip-messages.ts'
import { parseQuick } from '../rules/parse-quick.ts'
import { QUICK } from '../rules/quick-followups.ts'
import { REPLIES, RESULTS, type Replies, type Results } from '../rules/setting.ts'
import { choose, findChoice } from '../stores/setting-store.ts'

/** Workspace admins, and whoever created it. */
async function mayManage(deps: FollowupDeps, { userId, channelId }: Asking): Promise<MayChange> {
  const { people, channels, teamId, log } = deps
  try {
    const manages = (await people.isAdmin(userId, teamId)) || (await channels.creatorOf(channelId)) === userId
    return manages ? 'yes' : 'no'
  } catch (error) {
    log.warn({ error: errorWords(error) }, 'Slack did not say who manages a channel')
    return 'not told'
  }
}

type Asking = { userId: string; userTeamId: string; channelId: string }

/** Shows what holds in a channel. Undefined: it is open. Otherwise what to say instead. */
export async function openSettings(
  deps: FollowupDeps,
  asking: Asking & { triggerId: string }
): Promise<SlackMessage | undefined> {
  const { database, teamId, slack, log } = deps
  const { channelId, triggerId } = asking
  if (isDirect(channelId)) return settingsByCommandMessage()
  const refused = await checkPermissionOnce(deps, asking)
  if (refused) return refused === 'not told' ? cannotTellWhoMessage('') : refusedMessage(refused, '')
  const [replies, results, quick, mayChange] = await Promise.all([
    findChoice(database, { teamId, channelId }, REPLIES),
    findChoice(database, { teamId, channelId }, RESULTS),
    findChoice(database, { teamId, channelId }, QUICK),
    mayManage(deps, asking)
  ])
  const form = settingsForm({
    channelId,
    replies: { chosen: replies, otherwise: deps.replies },
    results: { chosen: results, otherwise: deps.resultsInChannel },
    quick,
    mayChange
  })
  try {
    await slack.openView(triggerId, form)
    return undefined
  } catch (error) {
    log.warn({ error: errorWords(error) }, 'The settings could not be opened')
    return formNotOpenedMessage()
  }
}

/** Undefined: the default; of quick follow-ups, those there are. */
export type ChosenSettings = { replies: Replies | undefined; results: Results | undefined; quick: string | undefined }

/** Undefined: it is stored. Otherwise why it is not, by question. */
export async function saveSettings(
  deps: FollowupDeps,
  asking: Asking,
  { replies, results, quick: written }: ChosenSettings
): Promise<{ replies: string } | { quick: string } | undefined> {
  const { database, teamId, now, log } = deps
  const { channelId, userId } = asking
  if (await checkPermissionOnce(deps, asking)) return { replies: SETTINGS_ERRORS.no }
  const mayChange = await mayManage(deps, asking)
  if (mayChange !== 'yes') return { replies: SETTINGS_ERRORS[mayChange] }
  const parsed = written === undefined ? undefined : parseQuick(written)
  if (parsed && 'problem' in parsed) return { quick: quickError(parsed.problem) }
  const place = { teamId, channelId }
  const who = { by: userId, atMs: now() }
  const storing = database.transaction(async sql => {
    await choose(sql, place, REPLIES, { value: replies, ...who })
    await choose(sql, place, RESULTS, { value: results, ...who })
    if (parsed) await choose(sql, place, QUICK, { value: parsed.quick.length > 0 ? parsed.quick : undefined, ...who })
  })
  return storing.then(
    () => undefined,
    error => {
      log.error({ error: errorWords(error) }, 'The settings of a channel could not be stored')
      return { replies: SETTINGS_ERRORS.unclear }
    }
  )
}
