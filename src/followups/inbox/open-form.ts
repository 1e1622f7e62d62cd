import { errorWords } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { isDirect } from '../../slack/slack-text.ts'
import { checkPermissionOnce } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { formDraftSchema } from '../model/followup-form.ts'
import { cannotTellWhoMessage, formNotOpenedMessage, refusedMessage } from '../views/answers.ts'
import { followupForm } from '../views/followup-form.ts'
import { type FormOrigin, gatherFormFacts } from './gather-form-facts.ts'

/** Somebody wants to write an instruction in a form. */
export type FormCall = FormOrigin & { userId: string; userTeamId: string; triggerId: string }

/** Undefined: the form is open. Otherwise what to say instead. */
export async function openForm(deps: FollowupDeps, call: FormCall): Promise<SlackMessage | 'not opened' | undefined> {
  const refused = await refuseForm(deps, call)
  if (refused) return refused
  return (await showForm(deps, call)) ? undefined : 'not opened'
}

/** Somebody wants to send after all what was not sent. */
export async function openDraft(
  deps: FollowupDeps,
  { value, ...call }: FormCall & { value: string }
): Promise<SlackMessage | undefined> {
  const instead = await openForm(deps, { ...call, ...formDraftSchema.parse(JSON.parse(value)) })
  return instead === 'not opened' ? formNotOpenedMessage() : instead
}

/** Why somebody may not have a form. */
export async function refuseForm(
  deps: FollowupDeps,
  { userId, userTeamId, channel }: Pick<FormCall, 'userId' | 'userTeamId' | 'channel'>
): Promise<SlackMessage | undefined> {
  const asking = whereAsked(deps, { userId, userTeamId, channelId: channel?.id ?? null })
  const refused = await checkPermissionOnce(deps, asking)
  if (refused === 'not told') return cannotTellWhoMessage('')
  return refused && refusedMessage(refused, '')
}

/** For somebody who may have it. False: it came too late, or Slack did not open it. */
export async function showForm(deps: FollowupDeps, call: FormCall): Promise<boolean> {
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
