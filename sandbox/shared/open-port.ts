import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** Listens on a loopback port, by default any free one, and returns its number. */
async function listen(server: Server | HttpServer, wanted = 0): Promise<number> {
  server.listen(wanted, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Cannot listen: the server has no port')
  return address.port
}

/**
 * Holds a loopback port that nothing listens on: connections are refused, and the port is given to nobody else. A port that is
 * the near end of an accepted connection is not handed out again, and can still be listened on.
 */
export async function holdPort(wanted = 0) {
  const server = createServer()
  const number = await listen(server, wanted)
  const far = connect(number, '127.0.0.1')
  const [[near]] = await Promise.all([once(server, 'connection'), once(far, 'connect')])
  server.close()
  near.on('error', () => {})
  far.on('error', () => {})

  return {
    number,
    async release(): Promise<void> {
      if (near.destroyed) return
      const closed = Promise.all([once(near, 'close'), once(far, 'close')])
      near.resetAndDestroy()
      far.destroy()
      await closed
    }
  }
}

/** Listens on a loopback port; it can close with every connection at once, and refuse for a while. */
export async function openPort(server: Server | HttpServer, wanted = 0) {
  const sockets = new Set<Socket>()
  const held = await holdPort(wanted)
  const { number } = held
  await listen(server, number)
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
    refuse: stopListening,
    async accept(): Promise<void> {
      if (!server.listening) await listen(server, number)
    },
    async close(): Promise<void> {
      await stopListening()
      await held.release()
    }
  }
}
