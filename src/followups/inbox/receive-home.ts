import { z } from 'zod'
import { homeId } from '../model/message-ids.ts'
import { openHome } from '../stores/home-store.ts'
import { redraw } from '../views/schedule-views.ts'
import type { Receive } from './receive-event.ts'

const homeOpened = z.object({ user: z.string(), tab: z.literal('home') })

/** Somebody looks at their home: from now on it is kept up to date. */
export const receiveHomeOpened: Receive = async (deps, event) => {
  const { data } = homeOpened.safeParse(event)
  if (data === undefined) return undefined
  const person = { teamId: deps.teamId, userId: data.user }
  return {
    async store(sql) {
      await openHome(sql, person, deps.now())
      await redraw(deps, sql, { viewId: homeId(person) })
    }
  }
}
