import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { serve } from '../support/serve.ts'

const envelope = z.object({ envelope_id: z.string().optional() })

/** Just enough of Slack to open sockets: it says what the test says, and nothing more. */
export async function openBareSlack() {
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end(`{"ok":true,"url":"ws://127.0.0.1:${port}/"}`)
  )
  const sockets = new WebSocketServer({ server })
  const acknowledged: (string | undefined)[] = []
  let [greets, opened] = [true, 0]
  sockets.on('connection', (socket: WebSocket) => {
    opened += 1
    socket.on('message', data => acknowledged.push(envelope.parse(JSON.parse(String(data))).envelope_id))
    if (greets) socket.send('{"type":"hello"}')
  })
  const port = await serve(server)
  const dropAll = () => {
    for (const socket of sockets.clients) socket.terminate()
  }
  return {
    apiUrl: `http://127.0.0.1:${port}/api/`,
    acknowledged,
    open: () => sockets.clients.size,
    /** How many connections there have been. */
    opened: () => opened,
    send: (message: string) => [...sockets.clients][0]?.send(message),
    dropAll,
    /** Connections stay open, and whatever arrives is ignored, even a goodbye. */
    stopReading: () => {
      for (const socket of sockets.clients) socket.pause()
    },
    /** Whether new connections are greeted; the others hear nothing. */
    greet: (greet: boolean) => {
      greets = greet
    }
  }
}
