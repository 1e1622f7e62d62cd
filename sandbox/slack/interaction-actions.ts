import { z } from 'zod'
import { LIMITS, optionSchema } from './block-kit/element-schemas.ts'
import {
  elementState,
  type FoundElement,
  findElement,
  findElements,
  keepChoice,
  toSelection
} from './block-kit/element-values.ts'
import { channelLabel } from './command-actions.ts'
import { toWireMessage } from './message-board.ts'
import { requireMember, requirePerson, requireShown, type SlackParts } from './slack-parts.ts'
import type { Block, ElementValues, Json, View } from './slack-types.ts'
import { BOT, TEAM } from './slack-world.ts'

/** Where an element is: on a message or ephemeral of a channel, or on a view; by default the one in front. */
type ElementPlace = {
  user: string
  actionId: string
  channel?: string
  messageTs?: string
  /** Of a reply that is shown in the channel too, the one there is meant. */
  inChannel?: boolean
  viewId?: string
}
type ElementSurface = {
  blocks: Block[]
  chosen: ElementValues
  /** The part of the payload that says where it happened, with the current values of the elements. */
  describe(): Json
  responseUrl?: string
}

function findSurface(parts: SlackParts, place: ElementPlace): ElementSurface {
  const { user, channel, messageTs, viewId } = place
  if (channel !== undefined && messageTs !== undefined) return messageSurface(parts, { ...place, channel, messageTs })
  return viewSurface(parts, user, viewId)
}

function viewSurface({ world }: SlackParts, user: string, viewId: string | undefined): ElementSurface {
  const modals = [...world.views.values()].filter(open => open.user === user).map(open => open.view)
  const home = world.homes.get(user)
  const views: View[] = home ? [home, ...modals] : modals
  const view = viewId === undefined ? views.at(-1) : views.find(shown => shown.id === viewId)
  if (!view) throw new Error(`${requirePerson(world, user).name} sees no such view, and no message was named`)
  return {
    blocks: view.blocks,
    chosen: view.state.values,
    describe: () => {
      view.state.values = elementState(view.blocks, view.state.values)
      return { container: { type: 'view', view_id: view.id }, view: structuredClone(view) }
    }
  }
}

function messageSurface(
  { world, responseUrls }: SlackParts,
  { user, channel: channelId, messageTs: ts, inChannel = false }: ElementPlace & { channel: string; messageTs: string }
): ElementSurface {
  const channel = requireMember(world, channelId, user)
  const own = world.ephemerals.find(shown => shown.channel === channelId && shown.ts === ts && shown.user === user)
  const shown = own ?? requireShown(world, channel, ts)
  const blocks = shown.blocks ?? []
  const key = `${channelId} ${ts} ${user}`
  const chosen = world.chosen.get(key) ?? {}
  world.chosen.set(key, chosen)
  const isSeenThere = inChannel && 'subtype' in shown && shown.subtype === 'thread_broadcast'
  const thread = shown.thread_ts && !isSeenThere ? { thread_ts: shown.thread_ts } : {}
  const is_ephemeral = own !== undefined
  const message = is_ephemeral ? undefined : world.findMessage(channelId, ts)
  return {
    blocks,
    chosen,
    responseUrl: responseUrls.issue({ channel, user, source: { ts, ephemeral: is_ephemeral } }),
    describe: () => ({
      container: { type: 'message', message_ts: ts, channel_id: channelId, is_ephemeral, ...thread },
      channel: { id: channelId, name: channelLabel(channel) },
      state: { values: elementState(blocks, chosen) },
      ...(message && { message: toWireMessage(message) })
    })
  }
}

export type InteractionResult = { acknowledged: boolean; answer?: unknown; triggerId: string; responseUrl?: string }

/** Delivers what a person did with an element, a view or a shortcut; once, because the person waits for it. */
export async function sendInteraction(
  { world, deliveries, triggers }: SlackParts,
  user: string,
  fields: Json,
  responseUrl?: string
): Promise<InteractionResult> {
  const person = requirePerson(world, user)
  const name = person.name.toLowerCase()
  const triggerId = triggers.issue(user)
  const payload = {
    ...fields,
    user: { id: user, username: name, name, team_id: person.teamId },
    api_app_id: BOT.appId,
    token: 'verification',
    trigger_id: triggerId,
    team: { id: TEAM.id, domain: TEAM.domain },
    enterprise: world.enterpriseId ? { id: world.enterpriseId, name: 'Grid' } : null,
    is_enterprise_install: false,
    ...(responseUrl && { response_url: responseUrl })
  }
  const outcome = await deliveries.deliver(triggerId, 'interactive', payload)
  const acknowledged = outcome?.kind === 'acknowledged'
  return { acknowledged, triggerId, responseUrl, ...(acknowledged && { answer: outcome.answer }) }
}

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
