import { z } from 'zod'
import type { Json } from '../slack-types.ts'

const optionsSchema = z.array(z.looseObject({ value: z.string() }))
const choicesSchema = z.object({
  options: optionsSchema.optional(),
  option_groups: z.array(z.looseObject({ options: optionsSchema })).optional()
})

const ONE: Record<string, string> = {
  users_select: 'selected_user',
  conversations_select: 'selected_conversation',
  channels_select: 'selected_channel',
  datepicker: 'selected_date',
  timepicker: 'selected_time',
  plain_text_input: 'value',
  email_text_input: 'value',
  url_text_input: 'value',
  number_input: 'value'
}
const MANY: Record<string, string> = {
  multi_users_select: 'selected_users',
  multi_conversations_select: 'selected_conversations',
  multi_channels_select: 'selected_channels'
}
const ONE_OPTION = ['static_select', 'external_select', 'radio_buttons', 'overflow']

/**
 * What Slack sends for what a person chose or typed in an element: option values, ids, dates or text. `offered` is what the app
 * offered in a menu that asks it.
 */
export function toSelection(element: Json & { type: string }, chosen: string | string[], offered: Json[] = []): Json {
  const { type } = element
  const values = [chosen].flat()
  const [first = ''] = values
  if (ONE[type]) return { [ONE[type]]: first === '' ? null : first }
  if (MANY[type]) return { [MANY[type]]: values }
  if (type === 'datetimepicker') return { selected_date_time: first === '' ? null : Number(first) }
  if (ONE_OPTION.includes(type)) return { selected_option: optionOf(element, first, offered) }
  return { selected_options: values.map(value => optionOf(element, value, offered)) }
}

/** What an element holds before anyone touches it. */
export function initialSelection({ type, ...element }: Json & { type: string }): Json {
  const started = Object.entries(element).filter(([key]) => key.startsWith('initial_'))
  const entries = started.map(([key, value]) => [
    key === 'initial_value' ? 'value' : key.replace('initial', 'selected'),
    value
  ])
  const many = type === 'checkboxes' || type.startsWith('multi_')
  if (entries.length > 0) return Object.fromEntries(entries)
  if (ONE[type]) return { [ONE[type]]: null }
  if (type === 'datetimepicker') return { selected_date_time: null }
  return many ? { [MANY[type] ?? 'selected_options']: [] } : { selected_option: null }
}

function optionOf(element: Json & { type: string }, value: string, offered: Json[]): Json {
  const { options = [], option_groups = [] } = choicesSchema.parse(element)
  const initial = optionsSchema.parse([element.initial_option ?? []].flat())
  const asked = element.type.endsWith('external_select') ? [...optionsSchema.parse(offered), ...initial] : []
  const all = [...asked, ...options, ...option_groups.flatMap(group => group.options)]
  const option = all.find(candidate => candidate.value === value)
  if (!option) throw new Error(`There is no option '${value}'; offered: ${all.map(other => other.value).join(', ')}`)
  return option
}
