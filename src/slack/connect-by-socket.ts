import { setTimeout as sleep } from 'node:timers/promises'
import { type App, SocketModeReceiver, type webApi } from '@slack/bolt'
import { getGlobalDispatcher } from 'undici'
import { z } from 'zod'
import { errorWords, StartError } from '../errors.ts'
import { backoffMs } from '../http/pace.ts'
import { SLACK_WAITS_MS } from './blocks.ts'
import type { SlackConnection } from './deliveries.ts'
import { SlackLockedOut, toSlackFailure } from './slack-failure.ts'

// A connection may die without a word; the other one covers until that is noticed.
const SOCKETS = 2
const DISCONNECT_WITHIN_MS = 6_000
// Within this, the library asks three times whether a connection is still there; an idle bot does little else.
const NO_ANSWER_MS = 9_000
// Slack closes a connection some ten seconds after its first goodbye. What it still sends on it is answered there.
const LINGER_MS = 15_000
const LASTING_MS = 5_000
const BACKOFF = { minTimeout: 500, maxTimeout: 15_000, factor: 1.5 }
type Client = SocketModeReceiver['client']
type Delivery = Parameters<App['processEvent']>[0]

type Timers = {
  now(): number
  setTimeout(act: () => void, ms: number): unknown
}

type SocketOptions = {
  appToken: string
  apiUrl: string
  logger: webApi.Logger
  timers: Timers
  random: () => number
}

/** A connection is used once: when Slack announces its end, or it is lost, another is opened. A token that is refused ends the process. */
export function connectBySocket({ timers, random, ...options }: SocketOptions): SlackConnection {
  const { logger } = options
  const clients = new Set<Client>()
  const greeted = new Set<Client>()
  const unanswered = new Set<Promise<void>>()
  let app: App | undefined
  let hasConnected = false
  let lostSinceMs: number | undefined = timers.now()
  let isStopping = false

  function noteLoss(): void {
    if (isStopping || greeted.size > 0 || lostSinceMs !== undefined) return
    lostSinceMs = timers.now()
    logger.error('Not connected to Slack; commands and replies do not arrive. Retrying')
  }

  function noteGreeting(client: Client): void {
    if (isStopping) return void client.disconnect()
    greeted.add(client)
    if (hasConnected && lostSinceMs !== undefined) logger.warn('Connected to Slack again')
    hasConnected = true
    lostSinceMs = undefined
  }

  async function keepConnected(earlier?: Client, failuresBefore = 0): Promise<void> {
    for (let failures = failuresBefore; ; failures += 1) {
      if (failures > 0) await wait(backoffMs(failures - 1, random(), BACKOFF.minTimeout, BACKOFF.maxTimeout))
      if (isStopping) return
      const receiver = createReceiver(options)
      const { client } = receiver
      const ending = endOf(client, logger)
      if (app) receiver.init(app)
      if (!(await connect(client))) continue
      const sinceMs = timers.now()
      if (earlier) timers.setTimeout(() => earlier.disconnect(), LINGER_MS)
      void ending.then(() => keepConnected(client, timers.now() - sinceMs < LASTING_MS ? failures + 1 : 0))
      return
    }
  }

  const wait = (ms: number) => new Promise<void>(resolve => timers.setTimeout(resolve, ms))

  /** Whether Slack greeted; it may open a connection and stay silent. */
  async function connect(client: Client): Promise<boolean> {
    clients.add(client)
    client.on('connected', () => noteGreeting(client))
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

  /** Once we stop, an acknowledgement may not get through: Slack tells the person that it failed, so it must not be carried out. */
  async function answer(delivery: Delivery, given: App): Promise<void> {
    if (isStopping) return
    const answering = given.processEvent(delivery)
    unanswered.add(answering)
    await answering.finally(() => unanswered.delete(answering))
  }

  return {
    lostSinceMs: () => lostSinceMs,
    receiver: {
      init: given => {
        app = Object.create(given, { processEvent: { value: (came: Delivery) => answer(came, given) } })
      },
      start: () => Promise.all(Array.from({ length: SOCKETS }, () => keepConnected())).catch(cannotConnect),
      // The receiver's own stop does not wait for the sockets to close. By then, one that takes longer than we wait is no loss.
      stop: async () => {
        isStopping = true
        lostSinceMs = undefined
        await within(SLACK_WAITS_MS, Promise.allSettled(unanswered))
        await within(DISCONNECT_WITHIN_MS, Promise.all([...clients].map(client => client.disconnect())))
      }
    }
  }
}

const within = (ms: number, act: Promise<unknown>) => Promise.race([act, sleep(ms, undefined, { ref: false })])

export function cannotConnect(error: unknown): never {
  throw new StartError(
    `Agent Follow-up cannot connect to Slack: ${toSlackFailure(error).message}. Copy SLACK_APP_TOKEN again from api.slack.com/apps → your app → Basic Information → App-Level Tokens (scope connections:write).`
  )
}

type ReceiverOptions = Omit<SocketOptions, 'timers' | 'random'>

function createReceiver({ appToken, apiUrl, logger }: ReceiverOptions): SocketModeReceiver {
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
    dispatcher: getGlobalDispatcher()
  })
}

/** Resolves when Slack says goodbye, or at the latest when the connection is closed. */
const endOf = (client: Client, logger: webApi.Logger) =>
  new Promise<void>(resolve => {
    client.once('close', () => resolve())
    readWarily(client, logger, resolve)
  })

const messageSchema = z.looseObject({ type: z.unknown().optional(), payload: z.unknown().optional() })
const withEvent = z.object({ event: z.looseObject({}) })

/** In the client, one malformed message ends the process, a goodbye closes what Slack still sends on, and what has no event hangs. */
export function readWarily(client: Client, logger: webApi.Logger, onGoodbye: () => void): void {
  const [read] = client.listeners('ws_message')
  client.removeAllListeners('ws_message')
  client.on('ws_message', async (text: unknown, isBinary: unknown) => {
    try {
      const message = messageSchema.parse(JSON.parse(String(text)))
      if (message.type === 'disconnect') return onGoodbye()
      const isReadable = message.type !== 'events_api' || withEvent.safeParse(message.payload).success
      await read?.(isReadable ? text : JSON.stringify({ ...message, type: 'no_event' }), isBinary)
    } catch (error) {
      logger.warn(`Slack sent a message that cannot be read: ${errorWords(error)}`)
    }
  })
}
