import type { IncomingMessage, RequestListener } from 'node:http'
import { parse } from 'node:querystring'
import { HTTPReceiver, verifySlackRequest, type webApi } from '@slack/bolt'
import { errorWords } from '../errors.ts'
import type { SlackConnection } from './deliveries.ts'

const LARGEST_BODY = 1_000_000
const FORM = 'application/x-www-form-urlencoded'

export function connectByHttp(signingSecret: string, logger: webApi.Logger): SlackConnection {
  // The signature is checked before, in `readBodyFirst`.
  const receiver = new HTTPReceiver({
    signingSecret,
    endpoints: ['/slack/events'],
    signatureVerification: false,
    logger
  })
  const answer = readBodyFirst(receiver.requestListener, signingSecret, logger)
  let isStopping = false
  return {
    isReady: () => true,
    lostSinceMs: () => undefined,
    answer: (request, response) => (isStopping ? void response.writeHead(503).end() : answer(request, response)),
    receiver: {
      init: app => receiver.init(app),
      start: async () => {},
      stop: async () => {
        isStopping = true
      }
    }
  }
}

/** Ends the connection of what it refuses: behind a proxy, strangers and Slack may share one. Bolt does not survive a body without an object. */
function readBodyFirst(answer: RequestListener, signingSecret: string, logger: webApi.Logger): RequestListener {
  return (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(404).end()
    const refuse = (status: number, why: string) => {
      logger.warn(`A request was refused: ${why}`)
      // The rest of the request may still arrive, and must not be taken for the next one.
      response.writeHead(status, { connection: 'close' }).end()
    }
    readBody(request)
      .then(
        rawBody => {
          if (rawBody === undefined) return refuse(413, 'the body is too large')
          const body = rawBody.toString()
          const form = request.headers['content-type'] === FORM ? parse(body) : undefined
          // Slack's check of the certificate is the only request that comes unsigned: nobody reads anything else of it.
          if (form?.ssl_check === '1') return void response.writeHead(200).end()
          const doubt = whyNotFromSlack(request, body, signingSecret)
          if (doubt !== undefined) return refuse(401, doubt)
          if (!holdsObject(form ? form.payload : body)) return refuse(400, 'the body is not an object')
          // Bolt takes a body that was already read from there.
          answer(Object.assign(request, { rawBody }), response)
        },
        () => void response.destroy()
      )
      .catch(error => response.headersSent || refuse(404, errorWords(error)))
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk)
    length += chunk.length
    if (length > LARGEST_BODY) return undefined
  }
  return Buffer.concat(chunks)
}

function whyNotFromSlack({ headers }: IncomingMessage, body: string, signingSecret: string): string | undefined {
  const signature = headers['x-slack-signature']
  const timestamp = Number(headers['x-slack-request-timestamp'])
  if (typeof signature !== 'string') return 'it is not signed'
  const signed = { 'x-slack-signature': signature, 'x-slack-request-timestamp': timestamp }
  try {
    verifySlackRequest({ signingSecret, body, headers: signed })
    return undefined
  } catch (error) {
    return errorWords(error)
  }
}

/** Looks where Bolt looks. Bolt finds out whether it can be parsed: an object begins with a brace. */
function holdsObject(json: unknown): boolean {
  return typeof json !== 'string' || /^\s*\{/.test(json)
}
