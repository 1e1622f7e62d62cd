import type { IncomingMessage, RequestListener } from 'node:http'
import { parse } from 'node:querystring'
import { HTTPReceiver, verifySlackRequest, type webApi } from '@slack/bolt'
import { errorWords, StartError } from '../errors.ts'
import type { SlackConnection } from './deliveries.ts'

export type Route = { path: string; method: 'GET'; handler: (status: (code: number, words: string) => void) => void }

/** Every address of the machine when no host is named. */
export type ListenAddress = { port: number; host: string | undefined }

const LARGEST_BODY = 1_000_000
const FORM = 'application/x-www-form-urlencoded'

export function connectByHttp({
  signingSecret,
  address,
  routes,
  logger
}: {
  signingSecret: string
  address: ListenAddress
  routes: Route[]
  logger: webApi.Logger
}): SlackConnection {
  let listening = false
  const receiver = new HTTPReceiver({
    signingSecret,
    endpoints: ['/slack/events'],
    // It was checked before, in `readBodyFirst`.
    signatureVerification: false,
    logger,
    customRoutes: routes.map(({ path, method, handler }) => ({
      path,
      method,
      handler: (_, response) =>
        handler((code, words) => response.writeHead(code, { 'content-type': 'text/plain' }).end(words))
    }))
  })
  receiver.requestListener = readBodyFirst(receiver.requestListener, signingSecret, logger)
  return {
    isReady: () => listening,
    lostSinceMs: () => undefined,
    receiver: {
      init: app => receiver.init(app),
      start: async () => {
        await receiver.start(address).catch(error => {
          throw cannotListen(address, error)
        })
        listening = true
      },
      stop: async () => {
        // Bolt's receiver refuses to stop if it never started.
        if (listening) await receiver.stop()
        listening = false
      }
    }
  }
}

export function cannotListen({ port, host }: ListenAddress, error: unknown): StartError {
  const [where, advice] = host === undefined ? ['', ''] : [` of ${host}`, ', and HOST to an address of this machine']
  return new StartError(
    `Agent Follow-up cannot listen on port ${port}${where}: ${errorWords(error)}. Set PORT to a free port${advice}.`
  )
}

/**
 * Refuses what is not from Slack, and ends its connection: behind a proxy, strangers and Slack may share one. Refuses a body that
 * holds no object: Bolt reads its fields in a promise that nobody awaits, and that ended the process.
 */
function readBodyFirst(answer: RequestListener, signingSecret: string, logger: webApi.Logger): RequestListener {
  return (request, response) => {
    if (request.method !== 'POST') return answer(request, response)
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
        // The client has gone: there is no one to answer.
        () => void response.destroy()
      )
      // Bolt has no such route.
      .catch(error => response.headersSent || refuse(404, errorWords(error)))
  }
}

/** Undefined when the body is too large. */
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
