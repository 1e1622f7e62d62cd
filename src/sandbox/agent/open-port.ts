import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { Server, Socket } from 'node:net'

/** Listens on a loopback port and can close it with every connection at once, and open the same port again. */
export async function openPort(server: Server | HttpServer) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  })
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('Cannot listen: the server has no port')
    return address.port
  }
  const number = await listen(0)

  return {
    number,
    isOpen: (): boolean => server.listening,
    async close(): Promise<void> {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async reopen(): Promise<void> {
      if (!server.listening) await listen(number)
    }
  }
}
