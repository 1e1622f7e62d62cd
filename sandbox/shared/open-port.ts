import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { Server, Socket } from 'node:net'
import { type HeldPort, holdPort } from './hold-port.ts'
import { listen } from './listen.ts'

/** Listens on a loopback port; it can close with every connection at once, and refuse for a while. */
export async function openPort(server: Server | HttpServer, wanted = 0) {
  let held: HeldPort | null = null
  const sockets = new Set<Socket>()
  const number = await listen(server, wanted)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  })

  const stopListening = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  return {
    number,
    isOpen: (): boolean => server.listening,
    async refuse(): Promise<void> {
      await stopListening()
      held ??= await holdPort(number)
    },
    async accept(): Promise<void> {
      await held?.release()
      held = null
      if (!server.listening) await listen(server, number)
    },
    async close(): Promise<void> {
      await stopListening()
      await held?.release()
      held = null
    }
  }
}
