import type { IncomingMessage, RequestListener } from 'node:http'
import { parse } from 'node:querystring'
import { HTTPReceiver, type webApi } from '@slack/bolt'
import { errorWords, StartError } from '../errors.ts'
import type { SlackConnection } from './slack-connection.ts'

export type Route = { path: string; method: 'GET'; handler: (status: (code: number, words: string) => void) => void }

/** Every address of the machine where no host is named. */
export type ListenAddress = { port: number; host: string | undefined }

const LARGEST_BODY = 1_000_000

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
    logger,
    customRoutes: routes.map(({ path, method, handler }) => ({
      path,
      method,
      handler: (_, response) =>
        handler((code, words) => response.writeHead(code, { 'content-type': 'text/plain' }).end(words))
    }))
  })
  receiver.requestListener = readBodyFirst(receiver.requestListener, logger)
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
        // Bolt's receiver refuses to stop what never started.
        if (listening) await receiver.stop()
        listening = false
      }
    }
  }
}

export function cannotListen({ port, host }: ListenAddress, error: unknown): StartError {
  const [where, advice] = host === undefined ? ['', ''] : [` of ${host}`, ', and HOST to an address of this machine']
  return new StartError(
    `Agent Follow-up cannot listen on port ${port}${where}: ${errorWords(error)}. Set PORT to a free one${advice}.`
  )
}

/** What holds no object is refused here: Bolt reads its fields in a promise that nobody waits for, and that ended the process. */
function readBodyFirst(answer: RequestListener, logger: webApi.Logger): RequestListener {
  return (request, response) => {
    if (request.method !== 'POST') return answer(request, response)
    const refuse = (status: number, why: string) => {
      logger.warn(`A request was refused: ${why}`)
      // The rest of it may still come, and must not be taken for the next one.
      response.writeHead(status, { connection: 'close' }).end()
    }
    readBody(request)
      .then(
        rawBody => {
          if (rawBody === undefined) return refuse(413, 'it is too large')
          if (!holdsObject(rawBody.toString(), request.headers['content-type']))
            return refuse(400, 'it holds no object')
          // Bolt takes what was read already from there.
          answer(Object.assign(request, { rawBody }), response)
        },
        // Whoever began it has gone: there is nobody to answer.
        () => void response.destroy()
      )
      // Bolt knows no such place.
      .catch(error => response.headersSent || refuse(404, errorWords(error)))
  }
}

/** Undefined: it is too large. */
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

/** As Bolt finds it. Whether it can be read is seen there: an object begins with a brace. */
function holdsObject(text: string, contentType: string | undefined): boolean {
  const form = contentType === 'application/x-www-form-urlencoded' ? parse(text) : undefined
  const json = form === undefined ? text : form.payload
  return typeof json !== 'string' || /^\s*\{/.test(json)
}
