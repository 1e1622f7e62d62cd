import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { forgetDeliveries, isFirstDelivery } from '../../slack/delivery-store.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { onItsWayMessage } from '../messages/got-it-messages.ts'
import type { Followup } from '../rules/followup.ts'
import { findHold } from '../stores/hold-store.ts'

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

/** The same for what is sent: the first press says when it goes out. If nothing was, `start` returns what there is to say instead. */
export async function startOnce(
  deps: Deps,
  sql: Sql,
  name: string,
  { done, start }: { done: Done; start: () => Promise<Followup | SlackMessage> }
): Promise<SlackMessage> {
  if (!(await isFirstDelivery(sql, [name], deps.now()))) return done()
  const started = await start()
  if (!('blocks' in started)) return onItsWayMessage(started, await findHold(sql, started))
  await forgetDeliveries(sql, [name])
  return started
}
