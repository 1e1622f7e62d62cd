import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { fromJson } from '../shared/read-text.ts'
import type { Outcome, Parcel } from './deliveries.ts'
import type { Json } from './slack-types.ts'
import { BOT } from './slack-world.ts'

const MOST_SOCKETS = 10
// Of what people do, only these take an answer in the acknowledgement.
const ANSWERED = ['view_submission', 'block_suggestion']
const WARNED_MS = 10_000
const LEAVING_MS = 3_000
const ackSchema = z.object({ envelope_id: z.string(), payload: z.unknown().optional() })

type Goodbye = 'refresh_requested' | 'warning'

export type SocketMode = ReturnType<typeof createSocketMode>

/** The WebSocket side of Socket Mode: tickets, hello, envelopes to the sockets in turn, acknowledgements, pings. */
export function createSocketMode({ pingIntervalMs, changed }: { pingIntervalMs: number; changed: () => void }) {
  const server = new WebSocketServer({ noServer: true })
  const tickets = new Set<string>()
  const open: WebSocket[] = []
  const leaving = new Set<WebSocket>()
  const awaitingAck = new Map<string, { socket: WebSocket; settle: (outcome: Outcome) => void }>()
  let refusing = false
  let turn = 0

  const pinging = setInterval(() => {
    for (const socket of open) socket.ping(`Ping from Slack (${Date.now()})`)
  }, pingIntervalMs)
  pinging.unref()

  function issueTicket(): string {
    const ticket = randomUUID()
    tickets.add(ticket)
    return ticket
  }

  function handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const ticket = URL.parse(request.url ?? '/', 'ws://localhost')?.searchParams.get('ticket') ?? ''
    const known = tickets.delete(ticket)
    if (refusing || !known) {
      // A refused client may be gone before the answer is sent.
      socket.on('error', () => socket.destroy())
      socket.end(`HTTP/1.1 ${refusing ? '503 Service Unavailable' : '401 Unauthorized'}\r\nConnection: close\r\n\r\n`)
      return
    }
    server.handleUpgrade(request, socket, head, welcome)
  }

  function welcome(socket: WebSocket): void {
    socket.on('error', () => socket.terminate())
    if (open.length >= MOST_SOCKETS) {
      say(socket, { type: 'disconnect', reason: 'too_many_websockets', debug_info: { host: 'stand-in' } })
      socket.close()
      return
    }
    open.push(socket)
    socket.on('message', data => receive(data))
    socket.on('close', () => {
      open.splice(open.indexOf(socket), 1)
      leaving.delete(socket)
      for (const waiting of awaitingAck.values()) {
        if (waiting.socket === socket) waiting.settle({ kind: 'failed', reason: 'connection_failed' })
      }
      changed()
    })
    const debug_info = { host: 'stand-in', build_number: 1, approximate_connection_time: 18_060 }
    say(socket, { type: 'hello', num_connections: open.length, connection_info: { app_id: BOT.appId }, debug_info })
    changed()
  }

  function receive(data: RawData): void {
    const ack = ackSchema.safeParse(fromJson(data.toString()))
    if (!ack.success) return
    awaitingAck.get(ack.data.envelope_id)?.settle({ kind: 'acknowledged', answer: ack.data.payload })
  }

  async function transport({ kind, payload, attempt, reason }: Parcel, withinMs: number): Promise<Outcome> {
    const ready = open.filter(socket => !leaving.has(socket) && socket.readyState === socket.OPEN)
    const socket = ready[turn++ % Math.max(1, ready.length)]
    if (!socket) return { kind: 'failed', reason: 'connection_failed' }
    const takesAnswer = kind === 'slash_commands' || ANSWERED.includes(String(payload.type))
    const envelope: Json = { envelope_id: randomUUID(), type: kind, payload, accepts_response_payload: takesAnswer }
    if (kind === 'events_api') Object.assign(envelope, { retry_attempt: attempt, retry_reason: reason })
    return waitForAck(socket, envelope, withinMs)
  }

  function waitForAck(socket: WebSocket, envelope: Json, withinMs: number): Promise<Outcome> {
    const id = String(envelope.envelope_id)
    return new Promise(resolve => {
      const late = setTimeout(() => settle({ kind: 'failed', reason: 'timeout' }), withinMs)
      const settle = (outcome: Outcome) => {
        clearTimeout(late)
        awaitingAck.delete(id)
        resolve(outcome)
      }
      awaitingAck.set(id, { socket, settle })
      say(socket, envelope)
    })
  }

  /** Slack recycles connections: each may be warned first, is then asked to go, hears nothing more, and is closed. */
  function refreshSockets(reason?: Goodbye): void {
    for (const socket of open) dismiss(socket, reason)
  }

  function dismiss(socket: WebSocket, reason: Goodbye = 'refresh_requested'): void {
    say(socket, { type: 'disconnect', reason, debug_info: { host: 'stand-in' } })
    if (reason === 'warning') {
      setTimeout(() => dismiss(socket), WARNED_MS).unref()
    } else {
      leaving.add(socket)
      setTimeout(() => socket.close(), LEAVING_MS).unref()
    }
  }

  function closeSockets(): void {
    for (const socket of open) socket.terminate()
  }

  function stop(): void {
    clearInterval(pinging)
    closeSockets()
    server.close()
  }

  return {
    issueTicket,
    handleUpgrade,
    transport,
    refreshSockets,
    closeSockets,
    refuseSockets: (refuse: boolean) => {
      refusing = refuse
    },
    count: () => open.length,
    stop
  }
}

function say(socket: WebSocket, message: Json): void {
  socket.send(JSON.stringify(message), () => undefined)
}
