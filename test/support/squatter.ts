import { once } from 'node:events'
import { rename } from 'node:fs/promises'
import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'

const ASK_FOR_THE_PASSWORD = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3])

/** An impostor in a database's place that asks for its password in clear. `leave` gives the place back. */
export async function squat(place: { socket: string } | { port: number }) {
  const heard: string[] = []
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.on('data', data => {
      heard.push(data.toString('latin1'))
      socket.write(ASK_FOR_THE_PASSWORD)
    })
  })
  if ('port' in place) await once(server.listen(place.port, '127.0.0.1'), 'listening')
  else {
    // In one step: whoever looks there finds one or the other.
    await once(server.listen(`${place.socket}.mine`), 'listening')
    await rename(`${place.socket}.mine`, place.socket)
  }
  const leave = () => new Promise<void>(done => server.close(() => done()))
  onTestFinished(() => void server.close())
  return { heard, leave }
}
