import { z } from 'zod'
import { keepChoice } from './block-kit/element-state.ts'
import { type FoundElement, findElement, findElements } from './block-kit/find-elements.ts'
import { LIMITS } from './block-kit/limits.ts'
import { optionSchema } from './block-kit/text-objects.ts'
import { toSelection } from './block-kit/to-selection.ts'
import { type ElementPlace, type ElementSurface, findSurface } from './element-surface.ts'
import { type InteractionResult, sendInteraction } from './send-interaction.ts'
import type { SlackParts } from './slack-parts.ts'
import type { Json } from './slack-types.ts'

const answerSchema = z.strictObject({ options: z.array(optionSchema).max(LIMITS.selectOptions) })
type Option = z.output<typeof optionSchema>

/** What people do with buttons, menus and other elements, on messages and on views. */
export function createInteractionActions(parts: SlackParts) {
  async function act(
    place: ElementPlace,
    isRight: (type: string) => boolean,
    toFields: (found: FoundElement) => Json
  ): Promise<InteractionResult> {
    const surface = findSurface(parts, place)
    const found = requireElement(surface, place.actionId, isRight)
    const { element, blockId } = found
    const fields = toFields(found)
    keepChoice(surface.chosen, found, fields)
    const action_ts = parts.world.nextTs()
    const action = { type: element.type, action_id: element.action_id, block_id: blockId, action_ts, ...fields }
    const payload = { ...surface.describe(), type: 'block_actions', actions: [action] }
    return sendInteraction(parts, place.user, payload, surface.responseUrl)
  }

  function press({ value, ...place }: ElementPlace & { value?: string }): Promise<InteractionResult> {
    const isButton = (type: string) => type === 'button'
    return act(place, isButton, ({ element: { text, style, url, value: own } }) => ({
      text,
      value: value ?? own,
      ...(style !== undefined && { style }),
      ...(url !== undefined && { url })
    }))
  }

  /** Chooses option values, ids, dates or text in any element but a button. */
  function select({ value, ...place }: ElementPlace & { value: string | string[] }): Promise<InteractionResult> {
    const isOther = (type: string) => type !== 'button'
    return act(place, isOther, ({ element }) => toSelection(element, value, parts.world.offered.get(element)))
  }

  /** Types into an external menu; returns what the app offers for it, of which one can then be chosen. */
  async function suggest({ query, ...place }: ElementPlace & { query: string }): Promise<Option[]> {
    const surface = findSurface(parts, place)
    const found = requireElement(surface, place.actionId, type => type.endsWith('external_select'))
    const asked = { action_id: place.actionId, block_id: found.blockId, value: query }
    const payload = { ...surface.describe(), ...asked, type: 'block_suggestion' }
    const { acknowledged, answer } = await sendInteraction(parts, place.user, payload)
    const options = acknowledged ? answerSchema.parse(answer).options : []
    const { offered } = parts.world
    // Answers may come in another order than they were asked for.
    offered.set(found.element, [...(offered.get(found.element) ?? []), ...options])
    return options
  }

  return { press, select, suggest }
}

function requireElement(
  { blocks }: ElementSurface,
  actionId: string,
  isRight: (type: string) => boolean
): FoundElement {
  const found = findElement(blocks, actionId)
  if (found && isRight(found.element.type)) return found
  const shown = findElements(blocks).map(({ element }) => `${element.action_id} (${element.type})`)
  throw new Error(`There is no element '${actionId}'; shown: ${shown.join(', ') || 'none'}`)
}
