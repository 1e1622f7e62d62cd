import { createServer } from 'node:net'
import { openPort } from '../../sandbox/shared/open-port.ts'

/** A loopback port that nothing listens on just now. */
export async function freePort(): Promise<number> {
  const port = await openPort(createServer())
  await port.close()
  return port.number
}
