import { z } from 'zod'
import type { Json } from '../slack-types.ts'

const optionsSchema = z.array(z.looseObject({ value: z.string() }))

const VALUE: Record<string, string> = { conversations_select: 'selected_conversation', plain_text_input: 'value' }

/**
 * What Slack sends for what a person chose or typed in an element: option values, ids, dates or text. `offered` is what the app
 * offered in a menu that asks it.
 */
export function toSelection(element: Json & { type: string }, chosen: string | string[], offered: Json[] = []): Json {
  const { type } = element
  const values = [chosen].flat()
  const [first = ''] = values
  if (VALUE[type]) return { [VALUE[type]]: first === '' ? null : first }
  if (type === 'datetimepicker') return { selected_date_time: first === '' ? null : Number(first) }
  if (type === 'checkboxes') return { selected_options: values.map(value => optionOf(element, value, offered)) }
  return { selected_option: optionOf(element, first, offered) }
}

/** What an element holds before anyone touches it. */
export function initialSelection({ type, ...element }: Json & { type: string }): Json {
  const started = Object.entries(element).filter(([key]) => key.startsWith('initial_'))
  if (started.length > 0)
    return Object.fromEntries(
      started.map(([key, value]) => [key === 'initial_value' ? 'value' : key.replace('initial', 'selected'), value])
    )
  if (type === 'checkboxes') return { selected_options: [] }
  return { [VALUE[type] ?? (type === 'datetimepicker' ? 'selected_date_time' : 'selected_option')]: null }
}

function optionOf(element: Json & { type: string }, value: string, offered: Json[]): Json {
  const asked = element.type === 'external_select' ? [offered, element.initial_option ?? []].flat() : []
  const all = optionsSchema.parse([...asked, ...[element.options ?? []].flat()])
  const option = all.find(candidate => candidate.value === value)
  if (!option) throw new Error(`There is no option '${value}'; offered: ${all.map(other => other.value).join(', ')}`)
  return option
}
