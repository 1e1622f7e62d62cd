import { createServer } from 'node:net'
import { openPort } from '../../sandbox/shared/open-port.ts'

// Below the ports that the system gives to connections: one of those could take it before it is used.
const LOWEST = 10_000
const COUNT = 20_000

/** A loopback port that nothing listens on just now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const number = LOWEST + Math.floor(Math.random() * COUNT)
  try {
    const port = await openPort(server, number)
    await port.close()
    return number
  } catch {
    return freePort()
  }
}
