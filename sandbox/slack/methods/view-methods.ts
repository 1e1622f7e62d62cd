import { z } from 'zod'
import { type ApiMethod, defineMethod } from '../api-method.ts'
import { type CheckedView, checkView } from '../block-kit/check-blocks.ts'
import { LIMITS } from '../block-kit/element-schemas.ts'
import { fromNested } from '../response-urls.ts'
import { type Json, SlackRefusal, type View } from '../slack-types.ts'
import { BOT, newId, type SlackWorld, TEAM } from '../slack-world.ts'

const definition = { view: z.unknown() }

function readView(raw: unknown, type: 'modal' | 'home'): CheckedView {
  const view = fromNested(raw)
  if (JSON.stringify(view ?? null).length > LIMITS.viewBytes) throw new SlackRefusal('view_too_large')
  const checked = checkView(view, type)
  if (!checked.ok) throw SlackRefusal.withMessages('invalid_arguments', checked.problems)
  return checked.view
}

function makeView(world: SlackWorld, checked: CheckedView, id: string): View {
  return {
    ...checked,
    id,
    root_view_id: id,
    previous_view_id: null,
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
  const view = makeView(world, checked, id)
  for (const [other, open] of world.views) if (open.user === user) world.views.delete(other)
  world.views.set(id, { user, view })
  world.changed()
  return view
}

function answer(view: View): Json {
  return { view: structuredClone(view) }
}

export const viewMethods: Record<string, ApiMethod> = {
  'views.open': defineMethod({
    perMinute: 100,
    params: z.object({ ...definition, trigger_id: z.string().min(1) }),
    run(context, params) {
      const checked = readView(params.view, 'modal')
      return answer(openView(context.world, context.triggers.use(params.trigger_id), checked))
    }
  }),
  'views.update': defineMethod({
    perMinute: 100,
    params: z.object({ ...definition, view_id: z.string() }),
    run({ world }, params) {
      const open = world.views.get(params.view_id)
      if (!open) throw new SlackRefusal('not_found')
      const view = makeView(world, readView(params.view, 'modal'), params.view_id)
      world.views.set(params.view_id, { ...open, view: { ...view, state: open.view.state } })
      world.changed()
      return answer(view)
    }
  }),
  'views.publish': defineMethod({
    perMinute: 100,
    params: z.object({ ...definition, user_id: z.string().min(1) }),
    run(context, params) {
      const checked = readView(params.view, 'home')
      if (!context.world.people.has(params.user_id)) throw new SlackRefusal('user_not_found')
      const known = context.world.homes.get(params.user_id)
      const id = known?.id ?? newId('V')
      const view = makeView(context.world, checked, id)
      context.world.homes.set(params.user_id, view)
      context.world.changed()
      return answer(view)
    }
  })
}
