import type { types } from '@slack/bolt'
import type { Choice } from '../rules/setting.ts'
import { jobOption } from './followup-form.ts'
import { jobName } from './phrases.ts'
import { chosenBy, field, plain, type SettingQuestion, yours } from './setting-question.ts'

/** Stands for no job: it can be no id. */
export const NO_JOB = '-'

export const noJobOption = (): types.PlainTextOption => jobOption(NO_JOB, 'None')

const NONE = 'None: if you name no job, I ask which.'

/** The job of a channel that is meant where nothing else names one. */
export const jobQuestion = (chosen: Choice<string> | undefined): SettingQuestion => ({
  ...asking(
    'default-job',
    'Default job',
    chosen,
    'For sentences that name no job: with the command, in mentions and in the form.'
  ),
  source: chosen ? chosenBy(chosen) : NONE
})

/** The same for one person, where the channel has none. */
export const ownJobQuestion = (
  chosen: Choice<string> | undefined,
  channel?: { id: string; chosen: Choice<string> | undefined }
): SettingQuestion => ({
  ...asking('own-job', 'Your default job', chosen, 'In direct messages with me, and in channels that have none.'),
  source: [
    chosen ? yours(chosen) : NONE,
    ...(channel?.chosen ? [`In <#${channel.id}>, it’s the channel’s ${jobName(channel.chosen.value)}.`] : [])
  ].join(' ')
})

function asking(name: string, label: string, chosen: Choice<string> | undefined, hint: string) {
  const menu: types.ExternalSelect = {
    type: 'external_select',
    action_id: name,
    placeholder: plain('Choose a job, or type its id'),
    min_query_length: 0,
    initial_option: chosen ? jobOption(chosen.value, chosen.value) : noJobOption()
  }
  return {
    label,
    fields: [{ ...field(name, label, menu), hint: plain(hint) }],
    holds: chosen ? jobName(chosen.value) : 'None'
  }
}
