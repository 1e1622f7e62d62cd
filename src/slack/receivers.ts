import { type App, HTTPReceiver, type Receiver, SocketModeReceiver, type webApi } from '@slack/bolt'
import type { Dispatcher } from 'undici'
import { errorWords, StartError } from '../errors.ts'
import { toSlackFailure } from './slack-failure.ts'

export type Route = { path: string; method: 'GET'; handler: (status: (code: number, words: string) => void) => void }

export type SlackConnection = {
  receiver: Receiver
  isReady(): boolean
}

// Slack refreshes a connection now and then, and for some seconds that one takes nothing: the other one does.
const SOCKETS = 2
const DISCONNECT_WITHIN_MS = 6_000
const LOST_AFTER_MS = 5 * 60_000
const LARGEST_BODY = 1_000_000

/** Timers, as far as a connection needs them. */
type Timers = { setTimeout(act: () => void, ms: number): unknown; clearTimeout(timer: unknown): void }

export type SocketOptions = {
  appToken: string
  apiUrl: string
  /** By what the sockets leave, if not by their own way. */
  dispatcher?: Dispatcher | undefined
  logger: webApi.Logger
  timers: Timers
  /** Nothing has connected for so long that a new process is the better try. */
  onLost: () => void
}

export function connectBySocket({
  appToken,
  apiUrl,
  dispatcher,
  logger,
  timers,
  onLost
}: SocketOptions): SlackConnection {
  const receivers = Array.from({ length: SOCKETS }, () => socketReceiver({ appToken, apiUrl, dispatcher, logger }))
  const open = new Set<SocketModeReceiver>()
  let patience: unknown
  const endPatience = () => {
    timers.clearTimeout(patience)
    patience = undefined
  }
  for (const receiver of receivers) {
    receiver.client.on('connected', () => {
      open.add(receiver)
      endPatience()
    })
    for (const lost of ['reconnecting', 'disconnected', 'close']) {
      receiver.client.on(lost, () => {
        open.delete(receiver)
        if (open.size === 0) patience ??= timers.setTimeout(onLost, LOST_AFTER_MS)
      })
    }
  }
  return {
    isReady: () => open.size > 0,
    receiver: {
      init: app => {
        for (const receiver of receivers) receiver.init(app)
      },
      start: () =>
        Promise.all(receivers.map(receiver => receiver.start())).catch(error => {
          throw new StartError(
            `Agent Follow-up cannot connect to Slack: ${toSlackFailure(error).message}. Copy SLACK_APP_TOKEN anew from api.slack.com/apps → your app → Basic Information → App-Level Tokens (scope connections:write).`
          )
        }),
      // The receiver's own stop does not wait for the sockets to close.
      stop: () =>
        Promise.race([
          Promise.all(receivers.map(receiver => receiver.client.disconnect())),
          timeout(DISCONNECT_WITHIN_MS)
        ]).finally(endPatience)
    }
  }
}

function socketReceiver({
  appToken,
  apiUrl,
  dispatcher,
  logger
}: Omit<SocketOptions, 'timers' | 'onLost'>): SocketModeReceiver {
  // An object of its own for each: the socket client writes into the options it is given.
  const clientOptions = {
    slackApiUrl: apiUrl,
    timeout: 10_000,
    retryConfig: { forever: true, minTimeout: 500, maxTimeout: 15_000, factor: 1.5, randomize: true }
  }
  const receiver = new SocketModeReceiver({
    appToken,
    logger,
    installerOptions: { clientOptions },
    ...(dispatcher && { dispatcher })
  })
  const { client } = receiver
  const start = client.start.bind(client)
  // Disconnected by us while it connects again, it rejects with nothing, and nobody in it listens: that ended the process as a bug.
  client.start = () =>
    start().catch(error => {
      if (error !== undefined) throw error
      return { ok: false }
    })
  return receiver
}

export function connectByHttp({
  signingSecret,
  port,
  routes,
  logger
}: {
  signingSecret: string
  port: number
  routes: Route[]
  logger: webApi.Logger
}): SlackConnection {
  let listening = false
  const receiver = new HTTPReceiver({
    signingSecret,
    port,
    endpoints: ['/slack/events'],
    logger,
    bodyLimit: LARGEST_BODY,
    customRoutes: routes.map(({ path, method, handler }) => ({
      path,
      method,
      handler: (_, response) =>
        handler((code, words) => response.writeHead(code, { 'content-type': 'text/plain' }).end(words))
    }))
  })
  return {
    isReady: () => listening,
    receiver: {
      init: app => receiver.init(app),
      start: async () => {
        await receiver.start(port).catch(error => {
          throw new StartError(
            `Agent Follow-up cannot listen on port ${port}: ${errorWords(error)}. Set PORT to a free one.`
          )
        })
        listening = true
      },
      stop: async () => {
        // Bolt's receiver refuses to stop what never started.
        if (listening) await receiver.stop()
        listening = false
      }
    }
  }
}

/** Bolt acknowledges events before anybody has seen them. Here an event is first stored, then acknowledged. */
export function storeEventsFirst(receiver: Receiver, store: (body: unknown) => Promise<void>): Receiver {
  return {
    init(app) {
      const front: App = Object.create(app, {
        processEvent: {
          value: async (event: Parameters<App['processEvent']>[0]) => {
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

function timeout(ms: number): Promise<void> {
  return new Promise(done => {
    setTimeout(done, ms).unref()
  })
}
