import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { WebSocketServer } from 'ws'
import { z } from 'zod'
import { openPort } from '../../sandbox/shared/open-port.ts'
import type { Finished } from '../support/test-database.ts'

const PING_MS = 5_000
const NAMES = /response\/.*|job_\w+|[0-9a-f]{40}|\d+|\?.*/g
const acknowledgement = z.object({ envelope_id: z.string().catch('') })

/** Stands between the bot and a service, and tells the bot what `tamper` makes of the answer. Its sockets end here, too. */
export async function openPeer(target: string, tamper: (asked: string, said: string) => Buffer, finished: Finished) {
  const acknowledged = new Set<string>()
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers: given } = request
    const headers = { authorization: `${given.authorization}`, 'content-type': given['content-type'] ?? 'text/plain' }
    const body = method === 'POST' && { body: new Uint8Array(await buffer(request).catch(() => Buffer.of())) }
    const answer = await fetch(new URL(url, target), { method, headers, ...body }).catch(() => undefined)
    if (answer === undefined) return void response.destroy()
    const said = (await answer.text()).replace(/"ws:[^"]*"/, `"ws://127.0.0.1:${port.number}/"`)
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
    response.end(tamper(`${method} ${url.replace(NAMES, '*')}`, said))
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', socket => {
    socket.on('error', () => socket.terminate())
    socket.on('message', data => acknowledged.add(acknowledgement.parse(JSON.parse(`${data}`)).envelope_id))
    const pinging = setInterval(() => socket.ping('Ping'), PING_MS)
    socket.on('close', () => clearInterval(pinging))
    socket.send('{"type":"hello"}')
  })
  const port = await openPort(server)
  finished(port.close)
  /** An older one may be about to be left. */
  const newest = () => [...sockets.clients].at(-1)
  return { url: `http://127.0.0.1:${port.number}`, acknowledged, newest }
}
