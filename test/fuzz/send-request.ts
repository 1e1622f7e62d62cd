import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import type { Request } from './make-input.ts'

const GIVES_UP_MS = 20_000
const OLD_S = 600
const STATUS = /^(?:HTTP\/1\.1 100 \w+\r\n\r\n)?HTTP\/1\.1 ([2-5]\d\d)/

function sign({ signature, signed }: Request, secret: string): string {
  const at = Math.floor(Date.now() / 1_000) - (signature === 'old' ? OLD_S : 0)
  const hash = createHmac('sha256', signature === 'wrong' ? `${secret}!` : secret).update(`v0:${at}:`)
  const hex = hash.update(`${Buffer.from(signed, 'base64')}${signature === 'of another' ? ' ' : ''}`).digest('hex')
  return signature === 'none' ? 'x: y' : `x-slack-request-timestamp: ${at}\r\nx-slack-signature: v0=${hex}`
}

/** Resolves with the status of the answer, or undefined once the connection is closed without one. */
export async function sendRequest(port: number, secret: string, request: Request): Promise<number | undefined> {
  const [start, ...headers] = request.head
  const head = [start, 'host: bot', 'connection: close', sign(request, secret), ...headers, '\r\n'].join('\r\n')
  const socket = connect({ port, host: '127.0.0.1' })
  // What is still to be sent may be refused.
  socket.on('error', () => {})
  socket.setTimeout(GIVES_UP_MS, () => socket.destroy())
  socket.write(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(request.sent, 'base64')]))
  // Otherwise it would wait for what is lacking.
  if (!request.isWhole) socket.end()
  let answer = ''
  socket.on('data', said => {
    answer += said.toString('latin1')
    if (STATUS.test(answer)) socket.resetAndDestroy()
  })
  await new Promise(resolve => socket.once('close', resolve))
  return Number(STATUS.exec(answer)?.[1]) || undefined
}
