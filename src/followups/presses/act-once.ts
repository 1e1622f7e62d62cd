import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { forgetDeliveries, isFirstDelivery } from '../../slack/delivery-store.ts'
import type { FollowupDeps } from '../followup-deps.ts'

type Deps = Pick<FollowupDeps, 'now'>
type Done = () => SlackMessage | Promise<SlackMessage>

/**
 * Does what a private message offers once, however often its button is pressed before the message gives way: the next time it only
 * says the same again. If nothing was done, `act` returns what there is to say instead.
 */
export async function actOnce(
  { now }: Deps,
  sql: Sql,
  name: string,
  { done, act }: { done: Done; act: () => Promise<SlackMessage | undefined> }
): Promise<SlackMessage> {
  if (!(await isFirstDelivery(sql, [name], now()))) return done()
  const instead = await act()
  if (instead) await forgetDeliveries(sql, [name])
  return instead ?? done()
}
