import { z } from 'zod'
import type { Block, ElementValues, Json } from '../slack-types.ts'

const NOT_INTERACTIVE = ['plain_text', 'mrkdwn']
const elementSchema = z.record(z.string(), z.unknown()).and(z.object({ type: z.string() }))
export type FoundElement = { blockId: string; element: Json & { type: string } }

/** The interactive elements of blocks, wherever a block keeps them; the objects themselves, not copies. */
export function findElements(blocks: Block[]): FoundElement[] {
  return blocks.flatMap(block => {
    if (block.type === 'rich_text') return []
    const listed: unknown[] = Array.isArray(block.elements) ? block.elements : []
    const candidates = [block.accessory, block.element, ...listed]
    return candidates.filter(isElement).map(element => ({ blockId: block.block_id ?? '', element }))
  })
}

function isElement(candidate: unknown): candidate is Json & { type: string } {
  const parsed = elementSchema.safeParse(candidate)
  return parsed.success && !NOT_INTERACTIVE.includes(parsed.data.type)
}

export function findElement(blocks: Block[], actionId: string): FoundElement | undefined {
  return findElements(blocks).find(found => found.element.action_id === actionId)
}

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
function initialSelection({ type, ...element }: Json & { type: string }): Json {
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

function isStateful({ element }: FoundElement): boolean {
  return element.type !== 'button'
}

/** What all elements hold: what was chosen, or their initial values. */
export function elementState(blocks: Block[], chosen: ElementValues): ElementValues {
  const values: ElementValues = {}
  for (const { blockId, element } of findElements(blocks).filter(isStateful)) {
    const actionId = String(element.action_id)
    const held = chosen[blockId]?.[actionId] ?? { type: element.type, ...initialSelection(element) }
    values[blockId] = { ...values[blockId], [actionId]: held }
  }
  return values
}

/** Remembers what a person chose. */
export function keepChoice(chosen: ElementValues, found: FoundElement, selection: Json): void {
  if (!isStateful(found)) return
  const { blockId, element } = found
  chosen[blockId] = { ...chosen[blockId], [String(element.action_id)]: { type: element.type, ...selection } }
}

/** The required inputs that hold nothing, by block_id. */
export function emptyInputs(blocks: Block[], values: ElementValues): string[] {
  const required = blocks.filter(block => block.type === 'input' && block.optional !== true)
  return required.flatMap(({ block_id = '' }) =>
    Object.values(values[block_id] ?? {}).every(isEmpty) ? [block_id] : []
  )
}

function isEmpty({ type: _type, ...held }: Json): boolean {
  return Object.values(held).every(
    value => value === null || value === '' || (Array.isArray(value) && value.length === 0)
  )
}
