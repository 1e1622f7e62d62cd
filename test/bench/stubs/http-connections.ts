import { connect, type Socket } from 'node:net'

export type HttpAnswer = { status: number; body: string }
export type HttpConnections = ReturnType<typeof createHttpConnections>

const CHUNKED_END = '0\r\n\r\n'
// A server may close a connection that has been idle for five seconds.
const IDLE_FOR_MS = 3_000

/** Kept-alive connections to one port, as thin as possible, so that the load costs little beside what is measured. */
export function createHttpConnections(port: number) {
  const idle: { socket: Socket; sinceMs: number }[] = []
  const open = new Set<Socket>()

  function take(): Socket {
    for (let found = idle.pop(); found; found = idle.pop()) {
      if (!found.socket.destroyed && performance.now() - found.sinceMs < IDLE_FOR_MS) return found.socket
      found.socket.destroy()
    }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1')
    open.add(socket)
    socket.on('error', () => {}).once('close', () => open.delete(socket))
    return socket
  }

  /** Sends one whole request and resolves with its answer; undefined when the connection ends without one. */
  function send(request: string): Promise<HttpAnswer | undefined> {
    const socket = take()
    return new Promise(resolve => {
      let text = ''
      const end = (answer: HttpAnswer | undefined) => {
        socket.off('data', read).off('close', lose)
        if (answer) idle.push({ socket, sinceMs: performance.now() })
        resolve(answer)
      }
      const lose = () => end(undefined)
      const read = (part: string) => {
        text += part
        const answer = parseAnswer(text)
        if (answer) end(answer)
      }
      socket.on('data', read).once('close', lose)
      socket.write(request)
    })
  }

  return {
    send,
    close(): void {
      for (const socket of open) socket.destroy()
    }
  }
}

/** Undefined until all of it is there. */
function parseAnswer(text: string): HttpAnswer | undefined {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  const body = text.slice(head + 4)
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1]
  const isWhole = length === undefined ? body.endsWith(CHUNKED_END) : body.length >= Number(length)
  return isWhole
    ? { status: Number(text.slice(9, 12)), body: length === '0' || body === CHUNKED_END ? '' : body }
    : undefined
}
