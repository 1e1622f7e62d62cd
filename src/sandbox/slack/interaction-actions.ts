import { type FoundElement, findElement, findElements } from './block-kit/find-elements.ts'
import { toSelection } from './block-kit/to-selection.ts'
import { channelLabel } from './command-actions.ts'
import { requireMember, requirePerson, requireShown, type SlackParts } from './slack-parts.ts'
import type { Block, Channel, Ephemeral, Json, SlackMessage, View } from './slack-types.ts'
import { BOT, TEAM } from './slack-world.ts'
import { toWireMessage } from './wire-message.ts'

export type InteractionResult = { acknowledged: boolean; answer?: unknown; triggerId: string; responseUrl?: string }
/** Where an element stands: on a message or ephemeral of a channel, or on a view. */
export type ElementPlace = { user: string; actionId: string; channel?: string; messageTs?: string; viewId?: string }
type Surface = { blocks: Block[]; fields: Json; responseUrl?: string; view?: View }

/** What people do with interactive elements, and the payload Slack makes of it. */
export function createInteractionActions(parts: SlackParts) {
  const { world, deliveries, triggers, responseUrls } = parts

  function personFields(user: string): Json {
    const person = requirePerson(world, user)
    const name = person.name.toLowerCase()
    return { id: user, username: name, name, team_id: person.teamId }
  }

  async function interact(user: string, fields: Json, responseUrl?: string): Promise<InteractionResult> {
    const triggerId = triggers.issue(user)
    const payload = {
      ...fields,
      user: personFields(user),
      api_app_id: BOT.appId,
      token: 'verification',
      trigger_id: triggerId,
      team: { id: TEAM.id, domain: TEAM.domain },
      enterprise: null,
      is_enterprise_install: false,
      ...(responseUrl && { response_url: responseUrl })
    }
    const outcome = await deliveries.deliver(triggerId, 'interactive', payload)
    const acknowledged = outcome?.kind === 'acknowledged'
    return { acknowledged, triggerId, responseUrl, ...(acknowledged && { answer: outcome.answer }) }
  }

  function surfaceOf({ user, channel: channelId, messageTs, viewId }: ElementPlace): Surface {
    if (channelId !== undefined && messageTs !== undefined) return messageSurface(user, channelId, messageTs)
    const view = viewId
      ? world.views.get(viewId)?.view
      : [...world.views.values()].findLast(open => open.user === user)?.view
    const shown = view ?? world.homes.get(user)
    if (!shown) throw new Error(`${requirePerson(world, user).name} sees no view and named no message`)
    return {
      blocks: shown.blocks,
      view: shown,
      fields: { container: { type: 'view', view_id: shown.id }, view: structuredClone(shown) }
    }
  }

  function messageSurface(user: string, channelId: string, ts: string): Surface {
    const channel = requireMember(world, channelId, user)
    const ephemeral = world.ephemerals.find(
      shown => shown.channel === channelId && shown.ts === ts && shown.user === user
    )
    const shown = ephemeral ?? requireShown(world, channel, ts)
    const responseUrl = responseUrls.issue({ channel, user, source: { ts, ephemeral: ephemeral !== undefined } })
    const nested = (shown.attachments ?? []).flatMap(attachment =>
      Array.isArray(attachment.blocks) ? attachment.blocks : []
    )
    return {
      blocks: [...(shown.blocks ?? []), ...nested],
      fields: messageFields(channel, shown, ephemeral),
      responseUrl
    }
  }

  function messageFields(channel: Channel, shown: SlackMessage | Ephemeral, ephemeral: Ephemeral | undefined): Json {
    const thread = shown.thread_ts ? { thread_ts: shown.thread_ts } : {}
    const container = {
      type: 'message',
      message_ts: shown.ts,
      channel_id: channel.id,
      is_ephemeral: ephemeral !== undefined,
      ...thread
    }
    const message = ephemeral === undefined ? world.findMessage(channel.id, shown.ts) : undefined
    const common = { container, channel: { id: channel.id, name: channelLabel(channel) }, state: { values: {} } }
    return message ? { ...common, message: toWireMessage(message) } : common
  }

  function act(
    place: ElementPlace,
    types: (type: string) => boolean,
    selectionOf: (found: FoundElement) => Json
  ): Promise<InteractionResult> {
    const surface = surfaceOf(place)
    const found = findElement(surface.blocks, place.actionId)
    if (!found || !types(found.element.type))
      throw new Error(`There is no such element '${place.actionId}': shown are ${actionIds(surface)}`)
    const { element, blockId } = found
    const selection = selectionOf(found)
    const common = { type: element.type, action_id: element.action_id, block_id: blockId, action_ts: world.nextTs() }
    if (surface.view) keepInState(surface.view, found, selection)
    return interact(
      place.user,
      { ...surface.fields, type: 'block_actions', actions: [{ ...common, ...selection }] },
      surface.responseUrl
    )
  }

  function press({ value, ...place }: ElementPlace & { value?: string }): Promise<InteractionResult> {
    return act(
      place,
      type => type === 'button',
      ({ element }) => {
        const { text, style, url, value: own } = element
        return { text, value: value ?? own, ...(style !== undefined && { style }), ...(url !== undefined && { url }) }
      }
    )
  }

  function select({ value, ...place }: ElementPlace & { value: string | string[] }): Promise<InteractionResult> {
    return act(
      place,
      type => type !== 'button',
      ({ element }) => toSelection(element, value)
    )
  }

  return { press, select, interact, messageFields }
}

function actionIds({ blocks }: Surface): string {
  return (
    findElements(blocks)
      .map(({ element }) => `${element.action_id} (${element.type})`)
      .join(', ') || 'none'
  )
}

function keepInState({ state }: View, { blockId, element }: FoundElement, selection: Json): void {
  if (element.type === 'button' || element.type === 'overflow') return
  state.values[blockId] = { [String(element.action_id)]: { type: element.type, ...selection } }
}
