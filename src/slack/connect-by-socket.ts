import { type App, SocketModeReceiver, type webApi } from '@slack/bolt'
import type { Dispatcher } from 'undici'
import { z } from 'zod'
import { errorWords, StartError } from '../errors.ts'
import { backoffMs } from '../http/pace.ts'
import type { SlackConnection } from './deliveries.ts'
import { SlackLockedOut, toSlackFailure } from './slack-failure.ts'
import { utcTime } from './slack-text.ts'

// A connection may die without a word; the other one covers until that is noticed.
const SOCKETS = 2
const DISCONNECT_WITHIN_MS = 6_000
// Within this, the library asks three times whether a connection is still there; an idle bot does little else.
const NO_ANSWER_MS = 9_000
// Slack closes a connection some ten seconds after its first goodbye. What it still sends on it is answered there.
const LINGER_MS = 15_000
const LASTING_MS = 5_000
const BACKOFF = { minTimeout: 500, maxTimeout: 15_000, factor: 1.5 }
const MINUTE_MS = 60_000
const SAID_AFTER_MS = 5 * MINUTE_MS

type Client = SocketModeReceiver['client']

type Timers = {
  now(): number
  setTimeout(act: () => void, ms: number): unknown
  clearTimeout(timer: unknown): void
}

export type SocketOptions = {
  appToken: string
  apiUrl: string
  dispatcher?: Dispatcher | undefined
  logger: webApi.Logger
  timers: Timers
  random: () => number
}

/** Used once: when Slack announces its end, or it is lost, another is opened at once. A token that is refused ends the process. */
export function connectBySocket({ timers, random, ...options }: SocketOptions): SlackConnection {
  const { logger } = options
  const clients = new Set<Client>()
  const greeted = new Set<Client>()
  let app: App | undefined
  let loss: { sinceMs: number; isSaid: boolean; patience: unknown } | undefined
  let isStopping = false
  function noteLoss(): void {
    if (isStopping || greeted.size > 0 || loss !== undefined) return
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
  async function keepConnected(earlier?: Client, failuresBefore = 0): Promise<void> {
    for (let failures = failuresBefore; ; failures += 1) {
      await pause(failures)
      if (isStopping) return
      const receiver = createReceiver(options)
      const { client } = receiver
      const ending = endOf(client, logger)
      if (app) receiver.init(app)
      if (!(await connect(client))) continue
      const sinceMs = timers.now()
      if (earlier) timers.setTimeout(() => earlier.disconnect(), LINGER_MS)
      void ending.then(async () => {
        if (!isStopping) await keepConnected(client, timers.now() - sinceMs < LASTING_MS ? failures + 1 : 0)
      })
      return
    }
  }
  async function pause(failures: number): Promise<void> {
    if (failures === 0) return
    const waitMs = backoffMs(failures - 1, random(), BACKOFF.minTimeout, BACKOFF.maxTimeout)
    await new Promise<void>(resolve => timers.setTimeout(resolve, waitMs))
  }
  /** Whether Slack greeted; it may open a connection and stay silent. */
  async function connect(client: Client): Promise<boolean> {
    clients.add(client)
    client.on('connected', () => {
      greeted.add(client)
      if (loss?.isSaid) {
        const minutes = Math.round((timers.now() - loss.sinceMs) / MINUTE_MS)
        logger.warn(`Reconnected to Slack after ${minutes} minutes`)
      }
      endLoss()
      if (isStopping) client.disconnect()
    })
    client.on('close', () => {
      clients.delete(client)
      greeted.delete(client)
      noteLoss()
    })
    const silence = new Promise<boolean>(resolve =>
      client.once('connecting', () => timers.setTimeout(() => resolve(false), NO_ANSWER_MS))
    )
    try {
      if (await Promise.race([client.start().then(() => true), silence])) return true
      client.disconnect()
    } catch (error) {
      clients.delete(client)
      if (toSlackFailure(error) instanceof SlackLockedOut) throw error
    }
    return false
  }
  return {
    isReady: () => greeted.size > 0,
    lostSinceMs: () => loss?.sinceMs,
    receiver: {
      init: given => {
        app = given
      },
      start: () => {
        noteLoss()
        return Promise.all(Array.from({ length: SOCKETS }, () => keepConnected())).catch(error => {
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
          Promise.all([...clients].map(client => client.disconnect())),
          timeout(DISCONNECT_WITHIN_MS)
        ])
      }
    }
  }
}

type ReceiverOptions = Omit<SocketOptions, 'timers' | 'random'>

function createReceiver({ appToken, apiUrl, dispatcher, logger }: ReceiverOptions): SocketModeReceiver {
  // Each client gets its own object: it writes into the options it is given.
  const clientOptions = {
    slackApiUrl: apiUrl,
    timeout: 10_000,
    retryConfig: { forever: true, ...BACKOFF, randomize: true }
  }
  return new SocketModeReceiver({
    appToken,
    logger,
    clientPingTimeout: NO_ANSWER_MS,
    // It would wait for nine seconds before it reconnects, and for as much longer each time.
    autoReconnectEnabled: false,
    installerOptions: { clientOptions },
    ...(dispatcher && { dispatcher })
  })
}

/** Resolves when Slack says goodbye, or at the latest when the connection is closed. */
function endOf(client: Client, logger: webApi.Logger): Promise<void> {
  return new Promise(resolve => {
    client.once('close', () => resolve())
    readWarily(client, logger, resolve)
  })
}

const goodbye = z.object({ type: z.literal('disconnect') })
const eventless = z.looseObject({
  type: z.literal('events_api'),
  payload: z.looseObject({ event: z.undefined().optional() })
})

/** In the client, one malformed message ends the process, a goodbye closes what Slack still sends on, and what has no event hangs. */
export function readWarily(client: Client, logger: webApi.Logger, onGoodbye: () => void): void {
  const readers = client.listeners('ws_message')
  client.removeAllListeners('ws_message')
  client.on('ws_message', (text: unknown, ...more: unknown[]) => {
    const message = parsed(text)
    if (goodbye.safeParse(message).success) return onGoodbye()
    const { data } = eventless.safeParse(message)
    const readable = data === undefined ? text : JSON.stringify({ ...data, type: 'no_event' })
    for (const read of readers) {
      Promise.resolve()
        .then(() => read(readable, ...more))
        .catch(error => logger.warn(`Slack sent a message that cannot be read: ${errorWords(error)}`))
    }
  })
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

function timeout(ms: number): Promise<void> {
  return new Promise(done => {
    setTimeout(done, ms).unref()
  })
}
