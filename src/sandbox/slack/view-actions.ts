import { z } from 'zod'
import { findElements } from './block-kit/find-elements.ts'
import { initialSelection, toSelection } from './block-kit/to-selection.ts'
import { answerOf, channelLabel } from './command-actions.ts'
import { createInteractionActions, type InteractionResult } from './interaction-actions.ts'
import { pushView, readView, updateView } from './methods/view-methods.ts'
import { requireMember, requirePerson, requireShown, type SlackParts } from './slack-parts.ts'
import type { Json, OpenView, View } from './slack-types.ts'
import { toWireMessage } from './wire-message.ts'

export type SubmitResult = InteractionResult & {
  /** What the modal says under its fields, by block_id. */
  errors?: Record<string, string>
}
const MISSING = 'Please complete this required field.'
const responseSchema = z.discriminatedUnion('response_action', [
  z.object({ response_action: z.literal('errors'), errors: z.record(z.string(), z.string()) }),
  z.object({ response_action: z.literal('update'), view: z.unknown() }),
  z.object({ response_action: z.literal('push'), view: z.unknown() }),
  z.object({ response_action: z.literal('clear') })
])

/** What people do with shortcuts, modals and the app's home. */
export function createViewActions(parts: SlackParts) {
  const { world, announce, responseUrls } = parts
  const { interact } = createInteractionActions(parts)

  function frontView(user: string): OpenView {
    const open = [...world.views.values()].findLast(view => view.user === user)
    if (!open) throw new Error(`${requirePerson(world, user).name} has no modal open`)
    return open
  }

  /** Values by action_id or block_id; what is left out stays as the modal began. */
  async function submitView({
    user,
    values = {}
  }: {
    user: string
    values?: Record<string, string | string[]>
  }): Promise<SubmitResult> {
    const open = frontView(user)
    const errors = fillIn(open.view, values)
    if (Object.keys(errors).length > 0) return { acknowledged: false, triggerId: '', errors }
    const result = await interact(user, {
      type: 'view_submission',
      view: structuredClone(open.view),
      response_urls: []
    })
    if (!result.acknowledged) return result
    const answer = answerOf({ kind: 'acknowledged', answer: result.answer })
    if (answer === undefined) {
      closeFront(open)
      return result
    }
    const response = responseSchema.parse(answer)
    if (response.response_action === 'errors') return { ...result, errors: response.errors }
    if (response.response_action === 'clear') clearViews(user)
    if (response.response_action === 'update') updateView(world, open, readView(response.view, 'modal'))
    if (response.response_action === 'push') pushView(world, user, readView(response.view, 'modal'))
    return result
  }

  function fillIn(view: View, values: Record<string, string | string[]>): Record<string, string> {
    const errors: Record<string, string> = {}
    for (const block of view.blocks) {
      for (const { blockId, element } of findElements([block])) {
        if (element.type === 'button' || element.type === 'overflow') continue
        const actionId = String(element.action_id)
        const given = values[actionId] ?? values[blockId]
        const kept = z.record(z.string(), z.unknown()).safeParse(view.state.values[blockId]).data?.[actionId]
        const selection = given === undefined ? initialSelection(element) : toSelection(element, given)
        const held = given === undefined && kept !== undefined ? kept : { type: element.type, ...selection }
        view.state.values[blockId] = { [actionId]: held }
        if (block.type === 'input' && block.optional !== true && isEmpty(held)) errors[blockId] = MISSING
      }
    }
    return errors
  }

  function closeFront({ view }: OpenView): void {
    world.views.delete(view.id)
    world.changed()
  }

  function clearViews(user: string): void {
    for (const [id, open] of world.views) if (open.user === user) world.views.delete(id)
    world.changed()
  }

  /** The cross of a modal: the app hears of it where it asked to. */
  async function closeView({ user }: { user: string }): Promise<InteractionResult | undefined> {
    const open = frontView(user)
    closeFront(open)
    if (open.view.notify_on_close !== true) return undefined
    return interact(user, { type: 'view_closed', view: structuredClone(open.view), is_cleared: false })
  }

  type Shortcut = { user: string; callbackId: string; channel?: string; messageTs?: string }

  /** A global shortcut, or one on a message when a message is named. */
  async function shortcut({ user, callbackId, channel: channelId, messageTs }: Shortcut): Promise<InteractionResult> {
    const common = { callback_id: callbackId, action_ts: world.nextTs() }
    if (channelId === undefined || messageTs === undefined) return interact(user, { ...common, type: 'shortcut' })
    const channel = requireMember(world, channelId, user)
    const message = toWireMessage(requireShown(world, channel, messageTs))
    const place = { channel: { id: channel.id, name: channelLabel(channel) }, message_ts: messageTs, message }
    return interact(user, { ...common, ...place, type: 'message_action' }, responseUrls.issue({ channel, user }))
  }

  async function openHome({
    user,
    tab = 'home'
  }: {
    user: string
    tab?: 'home' | 'messages'
  }): Promise<View | undefined> {
    requirePerson(world, user)
    const view = world.homes.get(user)
    const event: Json & { type: string } = {
      type: 'app_home_opened',
      user,
      channel: world.directChannel(user).id,
      tab,
      event_ts: world.nextTs()
    }
    await announce(view && tab === 'home' ? { ...event, view: structuredClone(view) } : event, { actor: user })
    return structuredClone(world.homes.get(user))
  }

  return { submitView, closeView, shortcut, openHome }
}

function isEmpty(held: unknown): boolean {
  const entries = Object.entries(z.record(z.string(), z.unknown()).parse(held)).filter(([key]) => key !== 'type')
  return entries.every(([, value]) => value === null || value === '' || (Array.isArray(value) && value.length === 0))
}
