import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { listen } from './listen.ts'

export type HeldPort = Awaited<ReturnType<typeof holdPort>>

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
