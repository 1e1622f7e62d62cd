import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { fromJson } from '../../../sandbox/shared/read-text.ts'

const ackSchema = z.object({ envelope_id: z.string(), payload: z.unknown() })

/** Undefined when it was not acknowledged in time, or there was nobody to send it to. */
export type Ack = { payload: unknown } | undefined

const ACK_WITHIN_MS = 3_000
const WARNED_MS = 10_000

/** The WebSockets of Socket Mode: envelopes to the open ones in turn, and their acknowledgements. */
export function createBenchSockets() {
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  const open: WebSocket[] = []
  const waiting = new Map<string, (ack: Ack) => void>()
  let turn = 0

  function welcome(socket: WebSocket): void {
    open.push(socket)
    socket.on('error', () => socket.terminate())
    socket.on('close', () => leave(socket))
    socket.on('message', data => {
      const { data: ack } = ackSchema.safeParse(fromJson(data.toString()))
      if (ack) waiting.get(ack.envelope_id)?.({ payload: ack.payload })
    })
    socket.send(JSON.stringify({ type: 'hello', num_connections: open.length, connection_info: {}, debug_info: {} }))
  }

  function leave(socket: WebSocket): void {
    const place = open.indexOf(socket)
    if (place >= 0) open.splice(place, 1)
  }

  function send(type: 'slash_commands' | 'events_api', payload: object): Promise<Ack> {
    const socket = open[turn++ % Math.max(open.length, 1)]
    if (socket === undefined) return Promise.resolve(undefined)
    const id = randomUUID()
    return new Promise(resolve => {
      const late = setTimeout(() => settle(undefined), ACK_WITHIN_MS)
      const settle = (ack: Ack) => {
        clearTimeout(late)
        waiting.delete(id)
        resolve(ack)
      }
      waiting.set(id, settle)
      const answerable = type === 'slash_commands'
      socket.send(JSON.stringify({ envelope_id: id, type, payload, accepts_response_payload: answerable }))
    })
  }

  return {
    handleUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      server.handleUpgrade(request, socket, head, welcome),
    send,
    count: () => open.length,
    /** Slack recycles one connection: it says so and sends nothing more on it. */
    refreshOne(): void {
      const socket = open.shift()
      if (socket !== undefined) sayGoodbye(socket, 'refresh_requested')
    },
    /** Slack warns all of them ten seconds before it recycles them. */
    refreshAll(): void {
      for (const socket of open) {
        sayGoodbye(socket, 'warning')
        setTimeout(() => {
          leave(socket)
          sayGoodbye(socket, 'refresh_requested')
        }, WARNED_MS).unref()
      }
    },
    cutAll(): void {
      for (const socket of open.splice(0)) socket.terminate()
    },
    close(): void {
      for (const socket of server.clients) socket.terminate()
      server.close()
    }
  }
}

function sayGoodbye(socket: WebSocket, reason: 'warning' | 'refresh_requested'): void {
  socket.send(JSON.stringify({ type: 'disconnect', reason, debug_info: {} }), () => undefined)
}
