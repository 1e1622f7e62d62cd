import { z } from 'zod'
import { type ApiContext, type ApiMethod, defineMethod } from '../api-method.ts'
import { type CheckedView, checkView } from '../block-kit/check-view.ts'
import { findElements } from '../block-kit/find-elements.ts'
import { LIMITS } from '../block-kit/limits.ts'
import { fromNested } from '../compose-content.ts'
import { newId } from '../slack-ids.ts'
import { SlackRefusal } from '../slack-refusal.ts'
import type { Json, OpenView, View } from '../slack-types.ts'
import type { SlackWorld } from '../slack-world.ts'
import { BOT, TEAM } from '../slack-world.ts'

const MOST_STACKED = 3
const definition = { view: z.unknown() }

export function readView(raw: unknown, type: 'modal' | 'home'): CheckedView {
  const view = fromNested(raw)
  if (JSON.stringify(view ?? null).length > LIMITS.viewBytes) throw new SlackRefusal('view_too_large')
  const checked = checkView(view, type)
  if (!checked.ok) throw SlackRefusal.withMessages('invalid_arguments', checked.problems)
  return checked.view
}

function makeView(
  world: SlackWorld,
  checked: CheckedView,
  place: { id: string; root: string; previous: string | null }
): View {
  const taken = [...world.views.values()].some(
    ({ view }) => checked.external_id !== '' && view.external_id === checked.external_id && view.id !== place.id
  )
  if (taken) throw new SlackRefusal('duplicate_external_id')
  return {
    ...checked,
    id: place.id,
    root_view_id: place.root,
    previous_view_id: place.previous,
    team_id: TEAM.id,
    app_id: BOT.appId,
    app_installed_team_id: TEAM.id,
    bot_id: BOT.botId,
    hash: `${Math.floor(world.clock.now() / 1000)}.${newId('', 8)}`,
    state: { values: {} }
  }
}

function openView(world: SlackWorld, user: string, checked: CheckedView): View {
  const id = newId('V')
  const view = makeView(world, checked, { id, root: id, previous: null })
  for (const [other, open] of world.views) if (open.user === user) world.views.delete(other)
  world.views.set(id, { user, view })
  world.changed()
  return view
}

export function pushView(world: SlackWorld, user: string, checked: CheckedView): View {
  const stack = [...world.views.values()].filter(open => open.user === user)
  const top = stack.at(-1)
  if (!top) throw new SlackRefusal('not_found')
  if (stack.length >= MOST_STACKED) throw new SlackRefusal('push_limit_reached')
  const view = makeView(world, checked, { id: newId('V'), root: top.view.root_view_id, previous: top.view.id })
  world.views.set(view.id, { user, view })
  world.changed()
  return view
}

export function updateView(world: SlackWorld, { user, view: old }: OpenView, checked: CheckedView): View {
  const view = makeView(world, checked, { id: old.id, root: old.root_view_id, previous: old.previous_view_id })
  keepOffers(world, old, view)
  world.views.set(old.id, { user, view: { ...view, state: old.state } })
  world.changed()
  return view
}

/** What a menu has offered stays chosen in the form that takes its place. */
function keepOffers({ offered }: SlackWorld, old: View, view: View): void {
  const before = new Map(findElements(old.blocks).map(({ blockId, element }) => [blockId, element]))
  for (const { blockId, element } of findElements(view.blocks)) {
    const offers = offered.get(before.get(blockId) ?? element)
    if (offers) offered.set(element, offers)
  }
}

function findView(
  { world }: ApiContext,
  { view_id, external_id }: { view_id?: string; external_id?: string }
): OpenView {
  const found = [...world.views.values()].find(
    ({ view }) => view.id === view_id || (external_id !== undefined && view.external_id === external_id)
  )
  if (!found) throw new SlackRefusal('not_found')
  return found
}

function answer(view: View): Json {
  return { view: structuredClone(view) }
}

const showing = (show: typeof openView) =>
  defineMethod({
    perMinute: 100,
    params: z.object({ ...definition, trigger_id: z.string().min(1) }),
    run(context, params) {
      const checked = readView(params.view, 'modal')
      return answer(show(context.world, context.triggers.use(params.trigger_id), checked))
    }
  })

export const viewMethods: Record<string, ApiMethod> = {
  'views.open': showing(openView),
  'views.push': showing(pushView),
  'views.update': defineMethod({
    perMinute: 100,
    params: z.object({
      ...definition,
      view_id: z.string().optional(),
      external_id: z.string().optional(),
      hash: z.string().optional()
    }),
    run(context, params) {
      const checked = readView(params.view, 'modal')
      const open = findView(context, params)
      if (params.hash !== undefined && params.hash !== open.view.hash) throw new SlackRefusal('hash_conflict')
      return answer(updateView(context.world, open, checked))
    }
  }),
  'views.publish': defineMethod({
    perMinute: 100,
    params: z.object({ ...definition, user_id: z.string().min(1), hash: z.string().optional() }),
    run(context, params) {
      const checked = readView(params.view, 'home')
      if (!context.world.hasHome) throw new SlackRefusal('not_enabled')
      if (!context.world.people.has(params.user_id)) throw new SlackRefusal('user_not_found')
      const known = context.world.homes.get(params.user_id)
      if (params.hash !== undefined && known && params.hash !== known.hash) throw new SlackRefusal('hash_conflict')
      const id = known?.id ?? newId('V')
      const view = makeView(context.world, checked, { id, root: id, previous: null })
      context.world.homes.set(params.user_id, view)
      context.world.changed()
      return answer(view)
    }
  })
}
