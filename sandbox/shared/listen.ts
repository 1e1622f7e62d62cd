import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { Server } from 'node:net'

/** Listens on a loopback port, by default any free one, and returns its number. */
export async function listen(server: Server | HttpServer, wanted = 0): Promise<number> {
  server.listen(wanted, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Cannot listen: the server has no port')
  return address.port
}
