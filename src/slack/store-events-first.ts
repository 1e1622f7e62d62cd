import type { App, Receiver } from '@slack/bolt'
import { z } from 'zod'

const holdsSomething = z.looseObject({})

/** Bolt acknowledges events before any handler has seen them. Here an event is stored first, then acknowledged. */
export function storeEventsFirst(receiver: Receiver, store: (body: unknown) => Promise<void>): Receiver {
  return {
    init(app) {
      const front: App = Object.create(app, {
        processEvent: {
          value: async (event: Parameters<App['processEvent']>[0]) => {
            if (!holdsSomething.safeParse(event.body).success) return event.ack()
            if (event.body.type !== 'event_callback') return app.processEvent(event)
            await store(event.body)
            await event.ack()
          }
        }
      })
      receiver.init(front)
    },
    start: () => receiver.start(),
    stop: () => receiver.stop()
  }
}
