import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { ZodError, z } from 'zod'
import { GALLERY } from '../gallery/gallery.ts'
import type { Stage } from '../open-stage.ts'
import { openPort } from '../shared/open-port.ts'
import { fromJson, readText } from '../shared/read-text.ts'
import { contentPolicy, listStaticFiles } from './list-static-files.ts'
import { toPageState } from './page-state.ts'
import { runAgentCommand, runBotCommand, runGithubCommand, runSandboxCommand, runSlackCommand } from './run-command.ts'

const TOGETHER_WITHIN_MS = 40

/** Server-sent events: every open page gets the latest state, once per batch of changes. */
function createEventStream(readState: () => unknown) {
  const pages = new Set<ServerResponse>()
  let planned: NodeJS.Timeout | undefined

  function send(page: ServerResponse, state: string): void {
    page.write(`data: ${state}\n\n`)
  }

  return {
    open(response: ServerResponse): void {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      pages.add(response)
      response.once('close', () => pages.delete(response))
      send(response, JSON.stringify(readState()))
    },

    changed(): void {
      planned ??= setTimeout(() => {
        planned = undefined
        if (pages.size === 0) return
        const state = JSON.stringify(readState())
        for (const page of pages) send(page, state)
      }, TOGETHER_WITHIN_MS)
    },

    stop(): void {
      clearTimeout(planned)
      for (const page of pages) page.end()
    }
  }
}

const TRIES = 50
const taken = z.object({ code: z.enum(['EADDRINUSE', 'EACCES']) })

/** Opens the first free port from `first` on. */
async function openFreePort(server: Server, first: number): ReturnType<typeof openPort> {
  for (let port = first; ; port += 1) {
    try {
      return await openPort(server, port)
    } catch (error) {
      if (!taken.safeParse(error).success || port - first >= TRIES) throw error
    }
  }
}

/** A request that is not carried out, with a message for its sender. */
class RefusedRequest extends Error {
  override name = 'RefusedRequest'
  readonly status: number

  constructor(status: number, words: string) {
    super(words)
    this.status = status
  }
}

const MOST_BYTES = 1_000_000

/** The JSON of a request that says it is JSON: a form on a foreign page cannot say so without a preflight. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new RefusedRequest(415, 'Send it with content-type: application/json')
  const text = await readText(request, MOST_BYTES)
  if (text === undefined) throw new RefusedRequest(413, `The body is over ${MOST_BYTES} bytes`)
  const body = fromJson(text)
  if (body === undefined) throw new RefusedRequest(400, 'The body is not JSON')
  return body
}

type ControlServerOptions = {
  port: number
  /** A reset puts another one in its place. */
  stage: () => Stage
  reset: () => Promise<void>
  onChange: (listener: () => void) => void
}

/** Serves the page, tells it what changes, and carries out what it asks for. Loopback only. */
export async function openControlServer({ port, stage, reset, onChange }: ControlServerOptions) {
  const files = listStaticFiles()
  const policy = contentPolicy()
  const stream = createEventStream(() => toPageState(stage()))

  const commands: Record<string, (input: unknown) => Promise<unknown>> = {
    '/api/slack': input => runSlackCommand(stage().slack, input),
    '/api/agent': input => runAgentCommand(stage().agent, input),
    '/api/github': input => runGithubCommand(stage().github, input),
    '/api/bot': input => runBotCommand(stage().bot, input),
    '/api/sandbox': input => runSandboxCommand({ reset }, input)
  }
  const readings: Record<string, () => unknown> = {
    '/api/state': () => toPageState(stage()),
    '/api/gallery': () => GALLERY
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    refuseForeign(request)
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    const run = commands[path]
    if (run) {
      if (request.method !== 'POST') throw new RefusedRequest(405, 'Use POST')
      const result = await run(await readJson(request))
      // The stand-ins do not announce every fault that is set on them.
      stream.changed()
      return sendJson(response, 200, { ok: true, result: result ?? null })
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new RefusedRequest(405, 'Use GET')
    if (path === '/api/events') return stream.open(response)
    const reading = readings[path]
    if (reading) return sendJson(response, 200, reading())
    const file = files.get(path)
    if (!file) throw new RefusedRequest(404, 'Not found')
    response.writeHead(200, {
      'content-type': file.type,
      'content-security-policy': policy,
      'cache-control': 'no-cache'
    })
    response.end(await readFile(file.path))
  }

  const server = createServer((request, response) => {
    response.setHeader('x-content-type-options', 'nosniff')
    answer(request, response).catch((error: unknown) => {
      const { status, words } = toRefusal(error)
      if (response.headersSent) response.end()
      else sendJson(response, status, { ok: false, error: words })
    })
  })
  const opened = await openFreePort(server, port)
  onChange(stream.changed)

  return {
    url: `http://127.0.0.1:${opened.number}`,
    stop(): Promise<void> {
      stream.stop()
      return opened.close()
    }
  }
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** A foreign page can point its own name at this machine, or post to it: neither may control the sandbox. */
function refuseForeign({ headers }: IncomingMessage): void {
  const host = URL.parse(`http://${headers.host ?? ''}`)
  if (host === null || !LOOPBACK.has(host.hostname))
    throw new RefusedRequest(403, 'Only this machine may use the sandbox')
  if (headers.origin !== undefined && headers.origin !== host.origin)
    throw new RefusedRequest(403, "Only the sandbox's own page may do this")
}

function toRefusal(error: unknown): { status: number; words: string } {
  if (error instanceof RefusedRequest) return { status: error.status, words: error.message }
  if (error instanceof ZodError) return { status: 400, words: z.prettifyError(error) }
  return { status: 409, words: error instanceof Error ? error.message : 'That cannot be done' }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}
