import { z } from 'zod'
import { openHome } from '../stores/home-store.ts'
import { redrawHome } from '../views/schedule-views.ts'
import type { Receive } from './receive-event.ts'

const homeOpened = z.object({ user: z.string(), tab: z.literal('home') })

/** Somebody looks at their home: from now on it is kept up to date. */
export const receiveHomeOpened: Receive = async (deps, event) => {
  const { data } = homeOpened.safeParse(event)
  if (data === undefined) return undefined
  const person = { teamId: deps.teamId, userId: data.user }
  return {
    async store(sql) {
      const { shownAtMs } = await openHome(sql, person, deps.now())
      await redrawHome(deps, sql, { ...person, shownAtMs })
    }
  }
}
