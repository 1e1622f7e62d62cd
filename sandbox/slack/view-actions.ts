import { z } from 'zod'
import { elementState, emptyInputs, findElements, keepChoice, toSelection } from './block-kit/element-values.ts'
import { answerOf, channelLabel } from './command-actions.ts'
import { type InteractionResult, sendInteraction } from './interaction-actions.ts'
import { toWireMessage } from './message-board.ts'
import { requireMember, requirePerson, requireShown, type SlackParts } from './slack-parts.ts'
import type { OpenView, SlackEvent, View } from './slack-types.ts'

/** Errors appear under the fields of the modal, by block_id. */
export type SubmitResult = InteractionResult & { errors?: Record<string, string> }
export type ShortcutUsed = { user: string; callbackId: string; channel?: string; messageTs?: string }

const MISSING = 'Please complete this required field.'
const responseSchema = z.object({ response_action: z.literal('errors'), errors: z.record(z.string(), z.string()) })

/** What people do with shortcuts, modals and the app's home. */
export function createViewActions(parts: SlackParts) {
  const { world, announce, responseUrls } = parts

  function frontView(user: string): OpenView {
    const open = [...world.views.values()].findLast(view => view.user === user)
    if (!open) throw new Error(`${requirePerson(world, user).name} has no modal open`)
    return open
  }

  type Submitted = { user: string; values?: Record<string, string | string[]> }

  /** Values by action_id or block_id; what is left out stays as the modal shows it. */
  async function submitView({ user, values = {} }: Submitted): Promise<SubmitResult> {
    const open = frontView(user)
    const missing = fillIn(open.view, values)
    if (missing.length > 0) {
      return {
        acknowledged: false,
        triggerId: '',
        errors: Object.fromEntries(missing.map(blockId => [blockId, MISSING]))
      }
    }
    const payload = { type: 'view_submission', view: structuredClone(open.view), response_urls: [] }
    const result = await sendInteraction(parts, user, payload)
    return result.acknowledged ? { ...result, errors: applyResponse(open, result.answer) } : result
  }

  function fillIn(view: View, values: Record<string, string | string[]>): string[] {
    const chosen = view.state.values
    for (const found of findElements(view.blocks)) {
      const given = values[String(found.element.action_id)] ?? values[found.blockId]
      const offered = world.offered.get(found.element)
      if (given !== undefined) keepChoice(chosen, found, toSelection(found.element, given, offered))
    }
    view.state.values = elementState(view.blocks, chosen)
    return emptyInputs(view.blocks, view.state.values)
  }

  function applyResponse(open: OpenView, raw: unknown): Record<string, string> | undefined {
    const answer = answerOf({ kind: 'acknowledged', answer: raw })
    if (answer === undefined) {
      close(open.view.id)
      return undefined
    }
    return requireInputs(open.view, responseSchema.parse(answer).errors)
  }

  /** Slack shows an error only under an input. */
  function requireInputs({ blocks }: View, errors: Record<string, string>): Record<string, string> {
    const inputs = blocks.flatMap(({ type, block_id }) => (type === 'input' ? [block_id] : []))
    const missing = Object.keys(errors).filter(blockId => !inputs.includes(blockId))
    if (missing.length > 0) throw new Error(`There is no input '${missing}'; shown: ${inputs.join(', ')}`)
    return errors
  }

  function close(id: string): void {
    world.views.delete(id)
    world.changed()
  }

  const closeView = async ({ user }: { user: string }) => close(frontView(user).view.id)

  /** A global shortcut, or one on a message when a message is named. */
  async function shortcut({
    user,
    callbackId,
    channel: channelId,
    messageTs
  }: ShortcutUsed): Promise<InteractionResult> {
    const common = { callback_id: callbackId, action_ts: world.nextTs() }
    if (channelId === undefined || messageTs === undefined) {
      return sendInteraction(parts, user, { ...common, type: 'shortcut' })
    }
    const channel = requireMember(world, channelId, user)
    const message = toWireMessage(requireShown(world, channel, messageTs))
    const place = { channel: { id: channel.id, name: channelLabel(channel) }, message_ts: messageTs, message }
    return sendInteraction(
      parts,
      user,
      { ...common, ...place, type: 'message_action' },
      responseUrls.issue({ channel, user })
    )
  }

  /** The home as the person sees it once the app has been told; the app may publish it later. */
  async function openHome({
    user,
    tab = 'home'
  }: {
    user: string
    tab?: 'home' | 'messages'
  }): Promise<View | undefined> {
    requirePerson(world, user)
    const view = world.homes.get(user)
    const channel = world.directChannel(user).id
    const event: SlackEvent = { type: 'app_home_opened', user, channel, tab, event_ts: world.nextTs() }
    await announce(view && tab === 'home' ? { ...event, view: structuredClone(view) } : event, { actor: user })
    return structuredClone(world.homes.get(user))
  }

  return { submitView, closeView, shortcut, openHome }
}
