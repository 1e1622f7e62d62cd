import { SocketModeReceiver, type webApi } from '@slack/bolt'
import type { Dispatcher } from 'undici'
import { z } from 'zod'
import { errorWords, StartError } from '../errors.ts'
import type { SlackConnection } from './slack-connection.ts'
import { toSlackFailure } from './slack-failure.ts'
import { utcTime } from './slack-text.ts'

// Slack refreshes a connection now and then, and for some seconds it receives nothing: the other one covers for it.
const SOCKETS = 2
const DISCONNECT_WITHIN_MS = 6_000
// Within this, the library asks three times whether a connection is still there; an idle bot does little else.
const NO_ANSWER_MS = 9_000
const MINUTE_MS = 60_000
const SAID_AFTER_MS = 5 * MINUTE_MS

/** The part of a clock that a connection needs. */
type Timers = {
  now(): number
  setTimeout(act: () => void, ms: number): unknown
  clearTimeout(timer: unknown): void
}

export type SocketOptions = {
  appToken: string
  apiUrl: string
  /** What the sockets connect through, if not directly. */
  dispatcher?: Dispatcher | undefined
  logger: webApi.Logger
  timers: Timers
}

/**
 * Reconnects for as long as it takes: a new process would have to wait for Slack too. When Slack refuses the token, the library
 * gives up with an error that nobody catches, which ends the process.
 */
export function connectBySocket({ appToken, apiUrl, dispatcher, logger, timers }: SocketOptions): SlackConnection {
  const receivers = Array.from({ length: SOCKETS }, () => socketReceiver({ appToken, apiUrl, dispatcher, logger }))
  const open = new Set<SocketModeReceiver>()
  let loss: { sinceMs: number; isSaid: boolean; patience: unknown } | undefined
  let isStopping = false
  function noteLoss(): void {
    if (isStopping || open.size > 0 || loss !== undefined) return
    loss = { sinceMs: timers.now(), isSaid: false, patience: timers.setTimeout(sayLoss, SAID_AFTER_MS) }
  }
  function sayLoss(): void {
    if (loss === undefined) return
    logger.error(
      `Not connected to Slack since ${utcTime(loss.sinceMs)}; commands and replies do not arrive. Still retrying`
    )
    loss.isSaid = true
  }
  function endLoss(): void {
    timers.clearTimeout(loss?.patience)
    loss = undefined
  }
  for (const receiver of receivers) {
    receiver.client.on('connected', () => {
      open.add(receiver)
      if (loss?.isSaid) {
        const minutes = Math.round((timers.now() - loss.sinceMs) / MINUTE_MS)
        logger.warn(`Reconnected to Slack after ${minutes} minutes`)
      }
      endLoss()
    })
    for (const lost of ['reconnecting', 'disconnected', 'close']) {
      receiver.client.on(lost, () => {
        open.delete(receiver)
        noteLoss()
      })
    }
  }
  return {
    isReady: () => open.size > 0,
    lostSinceMs: () => loss?.sinceMs,
    receiver: {
      init: app => {
        for (const receiver of receivers) receiver.init(app)
      },
      start: () => {
        noteLoss()
        return Promise.all(receivers.map(receiver => receiver.start())).catch(error => {
          throw new StartError(
            `Agent Follow-up cannot connect to Slack: ${toSlackFailure(error).message}. Copy SLACK_APP_TOKEN again from api.slack.com/apps → your app → Basic Information → App-Level Tokens (scope connections:write).`
          )
        })
      },
      // The receiver's own stop does not wait for the sockets to close. By then, one that takes longer than we wait is no loss.
      stop: () => {
        isStopping = true
        endLoss()
        return Promise.race([
          Promise.all(receivers.map(receiver => receiver.client.disconnect())),
          timeout(DISCONNECT_WITHIN_MS)
        ])
      }
    }
  }
}

function socketReceiver({ appToken, apiUrl, dispatcher, logger }: Omit<SocketOptions, 'timers'>): SocketModeReceiver {
  // Each client gets its own object: it writes into the options it is given.
  const clientOptions = {
    slackApiUrl: apiUrl,
    timeout: 10_000,
    retryConfig: { forever: true, minTimeout: 500, maxTimeout: 15_000, factor: 1.5, randomize: true }
  }
  const receiver = new SocketModeReceiver({
    appToken,
    logger,
    clientPingTimeout: NO_ANSWER_MS,
    installerOptions: { clientOptions },
    ...(dispatcher && { dispatcher })
  })
  const { client } = receiver
  const start = client.start.bind(client)
  // Disconnected while it reconnects, it rejects with nothing, uncaught in the library: that ended the process as a bug.
  client.start = () =>
    start().catch(error => {
      if (error !== undefined) throw error
      return { ok: false }
    })
  readWarily(client, logger)
  return receiver
}

/** The client handles messages in a promise that nobody awaits: one malformed message ended the process. */
export function readWarily(client: SocketModeReceiver['client'], logger: webApi.Logger): void {
  const readers = client.listeners('ws_message')
  client.removeAllListeners('ws_message')
  client.on('ws_message', (text: unknown, ...more: unknown[]) => {
    for (const read of readers) {
      Promise.resolve()
        .then(() => read(readable(text), ...more))
        .catch(error => logger.warn(`Slack sent a message that cannot be read: ${errorWords(error)}`))
    }
  })
}

const eventless = z.looseObject({
  type: z.literal('events_api'),
  payload: z.looseObject({ event: z.undefined().optional() })
})

/** The client looks into the event of every events_api message; `app_rate_limited` holds none, and was never acknowledged. */
function readable(text: unknown): unknown {
  if (typeof text !== 'string') return text
  try {
    const { data } = eventless.safeParse(JSON.parse(text))
    return data === undefined ? text : JSON.stringify({ ...data, type: 'no_event' })
  } catch {
    return text
  }
}

function timeout(ms: number): Promise<void> {
  return new Promise(done => {
    setTimeout(done, ms).unref()
  })
}
