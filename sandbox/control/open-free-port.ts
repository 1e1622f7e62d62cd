import type { Server } from 'node:http'
import { z } from 'zod'
import { openPort } from '../shared/open-port.ts'

const TRIES = 50
const taken = z.object({ code: z.enum(['EADDRINUSE', 'EACCES']) })

/** Opens the first free port from `first` on. */
export async function openFreePort(server: Server, first: number): ReturnType<typeof openPort> {
  for (let port = first; ; port += 1) {
    try {
      return await openPort(server, port)
    } catch (error) {
      if (!taken.safeParse(error).success || port - first >= TRIES) throw error
    }
  }
}
