import type { Block, ElementValues, Json } from '../slack-types.ts'
import { type FoundElement, findElements } from './find-elements.ts'
import { initialSelection } from './to-selection.ts'

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
