import type { types } from '@slack/bolt'
import type { Choice } from '../rules/setting.ts'
import { field, plain, type SettingQuestion, yours } from './setting-question.ts'

/** When somebody wants no direct messages but answers. */
export function quietQuestion(chosen: Choice<string> | undefined, timeZone: string | undefined): SettingQuestion {
  const [from, until] = chosen?.value.split('-') ?? []
  const zone = timeZone
    ? `Times are in your time zone, ${timeZone}.`
    : 'Slack didn’t tell me your time zone, so times are UTC.'
  return {
    label: 'Quiet hours',
    fields: [
      time('quiet-from', 'Quiet hours from', from),
      {
        ...time('quiet-until', 'Quiet hours until', until),
        hint: plain('I answer you at any time. What I write to you directly on my own waits until they are over.')
      }
    ],
    holds: chosen?.value.replace('-', '–') ?? 'None',
    source: chosen ? `${yours(chosen)} ${zone}` : `None. ${zone}`
  }
}

function time(name: string, label: string, initial: string | undefined): types.InputBlock {
  const picker: types.Timepicker = { type: 'timepicker', action_id: name, ...(initial && { initial_time: initial }) }
  return { ...field(name, label, picker), optional: true }
}
