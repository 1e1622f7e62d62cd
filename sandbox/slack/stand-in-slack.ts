import { createChanges } from '../shared/changes.ts'
import { ALL_SCOPES, createAnnounce } from './announce-event.ts'
import { createTriggers } from './api-method.ts'
import { createCommandActions } from './command-actions.ts'
import { createDeliveries, createHttpDelivery, type DeliveryKind, type Transport } from './deliveries.ts'
import { createSlackFaults } from './fault.ts'
import { createFileStore } from './file-store.ts'
import { createInteractionActions } from './interaction-actions.ts'
import { channelFacts, createMembershipActions, createMessageActions } from './message-actions.ts'
import { createMessageBoard } from './message-board.ts'
import { createResponseUrls } from './response-urls.ts'
import { createSlackReader } from './slack-reader.ts'
import { openSlackServer } from './slack-server.ts'
import type { Json } from './slack-types.ts'
import { BOT, createSlackWorld, type NewChannel, newId, type SlackClock, TEAM } from './slack-world.ts'
import { createSocketMode } from './socket-mode.ts'
import { createViewActions } from './view-actions.ts'
import { createRateLimits, createWebApi, type Tokens } from './web-api.ts'

export type StandInSlackOptions = {
  /** Message timestamps, trigger and response_url expiry and rates follow it; timers do not. */
  clock?: SlackClock
  /** Scopes of the bot token, as in the manifest. */
  botScopes?: string[]
  /** Event subscriptions, as in the manifest (`message.channels`); all by default. */
  botEvents?: string[]
  /** Registered commands; by default any is accepted. */
  commands?: string[]
  /** Whether commands arrive with mentions and links marked up. */
  escapeCommandText?: boolean
  /** The Enterprise Grid organisation that the workspace is part of. */
  enterpriseId?: string
  rateLimits?: boolean
  redeliverAfterMs?: number
  maxRedeliveries?: number
  /** How long a person waits for an answer to a command, a button or a modal. */
  answerWithinMs?: number
  pingIntervalMs?: number
  port?: number
  /** Where the app is told to open its sockets, if something is in between. */
  webSocketUrl?: () => string
}

export type DeliveryTarget = { transport: 'socket' } | { transport: 'http'; url: string }
export type StandInSlack = Awaited<ReturnType<typeof createStandInSlack>>

/** A Slack workspace with one app installed, which refuses what Slack refuses. Nothing leaves the machine. */
export async function createStandInSlack(options: StandInSlackOptions = {}) {
  const { clock = Date, pingIntervalMs = 10_000, rateLimits = true, botScopes = ALL_SCOPES, botEvents } = options
  const { redeliverAfterMs = 3_000, maxRedeliveries = 20, answerWithinMs = 3_000 } = options
  const { commands = [], escapeCommandText = false, port = 0 } = options
  const changes = createChanges(() => reader.inventory())
  const { changed } = changes
  const stopping = new AbortController()
  const scopes = new Set(botScopes)
  const tokens: Tokens = { bot: 'xoxb-stand-in-bot', app: 'xapp-stand-in-app', revoked: new Set() }
  const signingSecret = 'stand-in-signing-secret'

  const server = await openSlackServer(port)
  const { webSocketUrl = () => server.webSocketUrl } = options
  const world = createSlackWorld({ clock, changed, enterpriseId: options.enterpriseId })
  const sockets = createSocketMode({ pingIntervalMs, changed })
  let transport: Transport = sockets.transport
  const timing = { redeliverAfterMs, maxRedeliveries, answerWithinMs }
  const deliveries = createDeliveries(() => transport, timing, clock, changed)
  const announce = createAnnounce(world, deliveries, { scopes, events: botEvents ? new Set(botEvents) : 'all' })
  const board = createMessageBoard(world, announce)
  const triggers = createTriggers(clock)
  const responseUrls = createResponseUrls(world, board, server.httpUrl)
  const faults = createSlackFaults()
  const webApi = createWebApi({
    context: {
      world,
      board,
      triggers,
      scopes,
      socketUrl: () => `${webSocketUrl()}link/?ticket=${sockets.issueTicket()}&app_id=${BOT.appId}`
    },
    tokens,
    faults,
    takeCall: rateLimits ? createRateLimits(clock) : undefined,
    stopping: stopping.signal
  })
  const files = createFileStore({ baseUrl: server.httpUrl, botToken: tokens.bot, scopes })
  server.route(webApi, responseUrls, files, sockets)

  const parts = { world, board, announce, deliveries, triggers, responseUrls }
  const reader = createSlackReader(world, webApi.calls)

  return {
    apiUrl: `${server.httpUrl}api/`,
    botToken: tokens.bot,
    appToken: tokens.app,
    signingSecret,
    botUserId: BOT.userId,
    botId: BOT.botId,
    appId: BOT.appId,
    teamId: TEAM.id,

    addPerson: world.addPerson,
    addChannel: (channel: NewChannel) => channelFacts(world.addChannel(channel)),
    directChannel: (user: string) => channelFacts(world.directChannel(user)),
    ...createMembershipActions(parts),

    ...createCommandActions(parts, { commands, escapeCommandText }),
    ...createMessageActions(parts, files),
    filesAsked: files.asked,
    ...createInteractionActions(parts),
    ...createViewActions(parts),

    ...reader,
    onChange: changes.onChange,
    waitFor: changes.waitFor,

    deliverTo(target: DeliveryTarget): void {
      transport =
        target.transport === 'socket' ? sockets.transport : createHttpDelivery({ url: target.url, signingSecret })
    },
    deliveries: () => structuredClone(deliveries.all),
    /** Nothing is in flight to the app any more: everything was acknowledged, given up or is held. */
    deliveriesDone: (withinMs?: number) => changes.waitFor(deliveries.isIdle, 'all deliveries to be done', withinMs),
    deliverAgain: deliveries.deliverAgain,
    /** Delivers a payload that comes of nothing that people can do here. */
    deliver: (kind: DeliveryKind, payload: Json) => deliveries.deliver(newId('Dl'), kind, payload),
    hold: deliveries.hold,
    release: deliveries.release,

    sockets: sockets.count,
    closeSockets: sockets.closeSockets,
    refreshSockets: sockets.refreshSockets,
    refuseSockets: sockets.refuseSockets,

    fail: faults.add,
    faults: faults.list,
    clearFaults: faults.clear,
    revokeToken: (which: 'bot' | 'app') => void tokens.revoked.add(which),

    async stop(): Promise<void> {
      changes.stop()
      stopping.abort()
      deliveries.stop()
      sockets.stop()
      await server.stop()
    }
  }
}
