import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { openPort } from '../shared/open-port.ts'
import { fromJson, readText } from '../shared/read-text.ts'
import type { FileStore } from './file-store.ts'
import type { ResponseUrls } from './response-urls.ts'
import { type Json, SlackRefusal } from './slack-types.ts'
import type { SocketMode } from './socket-mode.ts'

const MOST_BYTES = 4_000_000
const objectSchema = z.record(z.string(), z.unknown())

async function readBody(request: IncomingMessage): Promise<string> {
  const text = await readText(request, MOST_BYTES)
  if (text === undefined) throw new SlackRefusal('request_too_large')
  return text
}

/** The arguments of a call, from the query, a form or JSON, and the token from wherever it is. */
export async function readCall(request: IncomingMessage): Promise<{ params: Json; token: string | undefined }> {
  const query = new URL(request.url ?? '/', 'http://localhost').searchParams
  const body = parseBody(request.headers['content-type'] ?? '', await readBody(request))
  const { token: given, ...params } = { ...Object.fromEntries(query), ...body }
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  return { params, token: bearer ?? (typeof given === 'string' ? given : undefined) }
}

function parseBody(contentType: string, body: string): Json {
  if (body === '') return {}
  if (contentType.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(body))
  if (!contentType.startsWith('application/json')) throw new SlackRefusal('invalid_post_type')
  return parseObject(body)
}

function parseObject(body: string): Json {
  const parsed = objectSchema.safeParse(fromJson(body))
  if (!parsed.success) throw new SlackRefusal('invalid_json')
  return parsed.data
}

type WebApi = { handle(method: string, request: IncomingMessage, response: ServerResponse): Promise<void> }

/** A server on the loopback interface; it answers nothing until `route` has told it how. */
export async function openSlackServer(wanted: number) {
  const server = createServer()
  const port = await openPort(server, wanted)
  const host = `127.0.0.1:${port.number}`

  function route(webApi: WebApi, responseUrls: ResponseUrls, files: FileStore, sockets: SocketMode): void {
    server.on('request', (request, response) => {
      const pathname = URL.parse(request.url ?? '/', `http://${host}`)?.pathname ?? '/'
      const [, first = '', ...rest] = pathname.split('/')
      const answers: Record<string, () => Promise<void>> = {
        api: () => webApi.handle(rest.join('/'), request, response),
        'files-pri': () => files.answer(pathname, request, response),
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
