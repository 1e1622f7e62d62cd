import type { Server } from 'node:net'
import { onTestFinished } from 'vitest'
import { openPort } from '../../sandbox/shared/open-port.ts'

/** Lets a server of the test's own listen on a free loopback port, which it returns, until the test ends. */
export async function serve(server: Server): Promise<number> {
  const port = await openPort(server)
  onTestFinished(port.close)
  return port.number
}
