import type { Receiver } from '@slack/bolt'
import { intercept } from './intercept.ts'

/** Bolt acknowledges events before any handler has seen them. Here an event is stored first, then acknowledged. */
export function storeEventsFirst(receiver: Receiver, store: (body: unknown) => Promise<void>): Receiver {
  return intercept(receiver, async (delivery, passOn) => {
    if (delivery.body.type !== 'event_callback') return passOn(delivery)
    await store(delivery.body)
    await delivery.ack()
  })
}
