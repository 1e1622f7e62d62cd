import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { openPort } from '../../../sandbox/shared/open-port.ts'
import type { Finished } from '../../support/test-database.ts'
import type { Answered } from '../drive-load.ts'
import { createBenchSockets } from './bench-sockets.ts'
import { createHttpConnections, type HttpConnections } from './http-connections.ts'

const SIGNING_SECRET = 'bench-signing-secret'

/** One whole HTTP request as Slack sends it. */
function signedRequest(type: 'form' | 'json', body: string): string {
  const timestamp = Math.floor(Date.now() / 1_000)
  const signature = createHmac('sha256', SIGNING_SECRET).update(`v0:${timestamp}:${body}`).digest('hex')
  const contentType = type === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  return [
    'POST /slack/events HTTP/1.1',
    'host: 127.0.0.1',
    'user-agent: Slackbot 1.0 (+https://api.slack.com/robots)',
    `content-type: ${contentType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-slack-request-timestamp: ${timestamp}`,
    `x-slack-signature: v0=${signature}`,
    '',
    body
  ].join('\r\n')
}

const TEAM = 'T0BENCH'
const BOT_USER = 'U0BENCHBOT'
const REQUESTER = 'U0ANA'

export type BenchSlack = Awaited<ReturnType<typeof createBenchSlack>>
export type Posted = {
  channel: string
  ts: string
  threadTs: string | undefined
  text: string
  metadata: unknown
  operation: string | undefined
}

// By then, Slack has told the person that the command failed.
const ANSWER_WITHIN_MS = 3_000

const metadata = z.object({ event_payload: z.object({ operation: z.string() }) })

/**
 * A Slack that does little more than answer, for loads under which the sandbox's stand-in would be what is measured. Like Slack, it
 * tells the app about every message that the app posts or edits.
 */
export async function createBenchSlack({ finished }: { finished: Finished }) {
  const posts: Posted[] = []
  const onPost = new Set<(post: Posted) => void>()
  const calls = new Map<string, number>()
  const asked = new Map<string, () => void>()
  const sockets = createBenchSockets()
  let overHttp: HttpConnections | undefined
  let messageCount = 0
  let commandCount = 0

  const nextTs = () => `${Math.floor(Date.now() / 1_000)}.${String(++messageCount).padStart(6, '0')}`

  function answer(method: string, params: URLSearchParams): object {
    const channel = params.get('channel') ?? ''
    switch (method) {
      case 'auth.test':
        return { team_id: TEAM, user_id: BOT_USER, bot_id: 'B0BENCH', url: 'https://bench.slack.com/' }
      case 'apps.connections.open':
        return { url: `ws://127.0.0.1:${port.number}/link` }
      case 'users.info':
        return { user: { id: params.get('user'), team_id: TEAM, name: 'ana', is_bot: false } }
      case 'conversations.info':
        return { channel: { id: channel, name: channel.toLowerCase(), is_private: false } }
      case 'conversations.open':
        return { channel: { id: `D${params.get('users')}` } }
      case 'conversations.replies':
      case 'conversations.history':
        return { messages: findAgain(channel, params.get('ts')) }
      case 'chat.postMessage':
        return { channel, ts: post(channel, params).ts }
      case 'chat.update':
        announce({ subtype: 'message_changed', channel, message: messageOf(params.get('ts') ?? '', params) })
        return { channel, ts: params.get('ts') }
      default:
        return {}
    }
  }

  function post(channel: string, params: URLSearchParams): Posted {
    const given = params.get('metadata')
    const known = given === null ? undefined : JSON.parse(given)
    const posted: Posted = {
      channel,
      ts: nextTs(),
      threadTs: params.get('thread_ts') ?? undefined,
      text: params.get('text') ?? params.get('markdown_text') ?? '',
      metadata: known,
      operation: metadata.safeParse(known).data?.event_payload.operation
    }
    posts.push(posted)
    for (const tell of onPost) tell(posted)
    const thread = posted.threadTs === undefined ? {} : { thread_ts: posted.threadTs, parent_user_id: BOT_USER }
    announce({ channel, ...messageOf(posted.ts, params), ...thread })
    return posted
  }

  const findAgain = (channel: string, threadTs: string | null) =>
    posts
      .slice(-1_000)
      .filter(posted => posted.channel === channel && (threadTs === null || posted.threadTs === threadTs))
      .map(({ ts, metadata }) => ({ ts, user: BOT_USER, metadata }))

  const messageOf = (ts: string, params: URLSearchParams) => ({
    user: BOT_USER,
    bot_id: 'B0BENCH',
    ts,
    text: params.get('text'),
    blocks: params.get('blocks')
  })

  function announce(event: object): void {
    const event_id = `Ev${messageCount}.${Math.random()}`
    const body = { type: 'event_callback', team_id: TEAM, event_id, event: { type: 'message', ...event } }
    if (overHttp) void overHttp.send(signedRequest('json', JSON.stringify(body)))
    else void sockets.send('events_api', body)
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, first, method = ''] = (request.url ?? '').split('?')[0]?.split('/') ?? []
    const body = await text(request)
    const isForm = !(request.headers['content-type'] ?? '').includes('json')
    const params = new URLSearchParams(isForm ? body : flat(JSON.parse(body)))
    calls.set(method, (calls.get(method) ?? 0) + 1)
    if (first === 'response') asked.get(method)?.()
    const result = JSON.stringify(first === 'api' ? { ok: true, ...answer(method, params) } : { ok: true })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(result) })
    response.end(result)
  }

  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 }, (request, response) => {
    receive(request, response).catch(() => response.destroy())
  })
  const port = await openPort(server)
  server.on('upgrade', sockets.handleUpgrade)
  finished(async () => {
    overHttp?.close()
    sockets.close()
    await port.close()
  })

  /** A command from one person, in a channel of its own unless told. */
  async function command(words: string, channel?: string): Promise<Answered> {
    const number = ++commandCount
    const fields = {
      token: 'verification',
      team_id: TEAM,
      team_domain: 'bench',
      channel_id: channel ?? `C0BENCH${number}`,
      channel_name: 'bench',
      user_id: REQUESTER,
      user_name: 'ana',
      command: '/agent-followup',
      text: words,
      api_app_id: 'A0BENCH',
      is_enterprise_install: 'false',
      response_url: `http://127.0.0.1:${port.number}/response/${number}`,
      trigger_id: `${TEAM}.${Date.now()}.${number}`
    }
    if (overHttp) {
      const sentAt = performance.now()
      const answered = await overHttp.send(signedRequest('form', new URLSearchParams(fields).toString()))
      const isInTime = performance.now() - sentAt < ANSWER_WITHIN_MS
      if (answered?.status !== 200 || !isInTime) return 'failed'
      return answered.body === '' ? 'taken' : 'refused'
    }
    const ack = await sockets.send('slash_commands', fields)
    if (ack === undefined) return 'failed'
    // Bolt acknowledges with an empty object when there is nothing to say.
    return JSON.stringify(ack.payload ?? {}) === '{}' ? 'taken' : 'refused'
  }

  /** A command that is answered in private: until its answer is here. */
  async function ask(words: string): Promise<void> {
    const answered = Promise.withResolvers<void>()
    asked.set(String(commandCount + 1), answered.resolve)
    await Promise.all([command(words), answered.promise])
  }

  return {
    env: {
      SLACK_BOT_TOKEN: 'xoxb-bench',
      SLACK_APP_TOKEN: 'xapp-bench',
      SLACK_SIGNING_SECRET: SIGNING_SECRET,
      SLACK_API_URL: `http://127.0.0.1:${port.number}/api/`
    },
    /** From here on, commands and events go to this port; before, over the sockets. */
    deliverTo(port: number): void {
      overHttp?.close()
      overHttp = createHttpConnections(port)
    },
    command,
    ask,
    sockets,
    onPost,
    calls
  }
}

const flat = (object: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)])
  )
