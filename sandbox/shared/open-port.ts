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

type HeldPort = Awaited<ReturnType<typeof holdPort>>

/**
 * Holds a loopback port that nothing listens on: connections are refused, and the port is given to nobody else. A port that is
 * the local end of a connection can be neither handed out nor connected to.
 */
export async function holdPort(wanted = 0) {
  const server = createServer()
  const port = await listen(server)
  const holder = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.1', localPort: wanted })
  const [[peer]] = await Promise.all([once(server, 'connection'), once(holder, 'connect')])
  holder.on('error', () => {})
  peer.on('error', () => {})
  const number = holder.localPort
  if (number === undefined) throw new Error('Cannot hold a port: the connection has none')

  return {
    number,
    async release(): Promise<void> {
      const closed = Promise.all([once(server, 'close'), once(holder, 'close')])
      server.close()
      holder.resetAndDestroy()
      peer.destroy()
      await closed
    }
  }
}

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
