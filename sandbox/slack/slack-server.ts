import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { openPort } from '../shared/open-port.ts'
import { parseObject, readBody } from './read-request.ts'
import type { ResponseUrls } from './response-urls.ts'
import { SlackRefusal } from './slack-refusal.ts'
import type { SocketMode } from './socket-mode.ts'

type WebApi = { handle(method: string, request: IncomingMessage, response: ServerResponse): Promise<void> }

/** A server on the loopback interface; it answers nothing until `route` has told it how. */
export async function openSlackServer(wanted: number) {
  const server = createServer()
  const port = await openPort(server, wanted)
  const host = `127.0.0.1:${port.number}`

  function route(webApi: WebApi, responseUrls: ResponseUrls, sockets: SocketMode): void {
    server.on('request', (request, response) => {
      const pathname = URL.parse(request.url ?? '/', `http://${host}`)?.pathname ?? '/'
      const [, first = '', ...rest] = pathname.split('/')
      const answers: Record<string, () => Promise<void>> = {
        api: () => webApi.handle(rest.join('/'), request, response),
        response: () => answerResponseUrl(responseUrls, rest.at(-1) ?? '', request, response)
      }
      const answer = Object.hasOwn(answers, first) ? answers[first] : undefined
      if (answer === undefined) return void response.writeHead(404).end()
      answer().catch((error: unknown) => {
        if (!response.headersSent) response.writeHead(500)
        response.end(JSON.stringify({ ok: false, error: 'internal_error', stand_in: String(error) }))
      })
    })
    server.on('upgrade', sockets.handleUpgrade)
  }

  return { httpUrl: `http://${host}/`, webSocketUrl: `ws://${host}/`, route, stop: port.close }
}

async function answerResponseUrl(
  responseUrls: ResponseUrls,
  id: string,
  request: IncomingMessage,
  response: ServerResponse
): Promise<void> {
  try {
    responseUrls.answer(id, parseObject(await readBody(request)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error
    const gone = error.code === 'used_url' || error.code === 'expired_url'
    response.writeHead(gone ? 404 : 400, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ok: false, error: error.code, ...error.details }))
  }
}
