import { elementState } from './block-kit/element-state.ts'
import { channelLabel } from './command-actions.ts'
import { requireMember, requirePerson, requireShown, type SlackParts } from './slack-parts.ts'
import type { Block, ElementValues, Json, View } from './slack-types.ts'
import { toWireMessage } from './wire-message.ts'

/** Where an element is: on a message or ephemeral of a channel, or on a view; by default the one in front. */
export type ElementPlace = {
  user: string
  actionId: string
  channel?: string
  messageTs?: string
  /** Of a reply that is shown in the channel too, the one there is meant. */
  inChannel?: boolean
  viewId?: string
}
export type ElementSurface = {
  blocks: Block[]
  chosen: ElementValues
  /** The part of the payload that says where it happened, with the current values of the elements. */
  describe(): Json
  responseUrl?: string
}

export function findSurface(parts: SlackParts, place: ElementPlace): ElementSurface {
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
