import type { Server } from 'node:http'
import { z } from 'zod'

const TRIES = 50
const taken = z.object({ code: z.enum(['EADDRINUSE', 'EACCES']) })

/** Listens on the first free port from `first` on, and returns it. */
export async function listenOnFreePort(server: Server, first: number): Promise<number> {
  for (let port = first; ; port += 1) {
    try {
      return await listen(server, port)
    } catch (error) {
      if (!taken.safeParse(error).success || port - first >= TRIES) throw error
    }
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((done, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', failed)
      const address = server.address()
      done(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}
