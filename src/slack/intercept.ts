import type { App, Receiver } from '@slack/bolt'

export type Delivery = Parameters<App['processEvent']>[0]

/** A receiver whose deliveries pass through `handle` on their way to the app. */
export function intercept(
  receiver: Receiver,
  handle: (delivery: Delivery, passOn: (delivery: Delivery) => Promise<void>) => Promise<void>
): Receiver {
  return {
    init(app) {
      const passOn = (delivery: Delivery) => app.processEvent(delivery)
      const front: App = Object.create(app, {
        processEvent: { value: (delivery: Delivery) => handle(delivery, passOn) }
      })
      receiver.init(front)
    },
    start: () => receiver.start(),
    stop: () => receiver.stop()
  }
}
