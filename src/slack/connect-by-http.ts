import type { RequestListener } from 'node:http'
import { type App, HTTPModuleFunctions, HTTPResponseAck, isRawBodyError, type webApi } from '@slack/bolt'
import { z } from 'zod'
import { errorWords } from '../errors.ts'
import type { SlackConnection } from './deliveries.ts'

const LARGEST_BODY = 1_000_000
const PATH = '/slack/events'

const bodySchema = z.looseObject({})

/** Bolt's own receiver does not survive a body without an object, and leaves the connection open after what it refuses. */
export function connectByHttp(signingSecret: string, logger: webApi.Logger): SlackConnection {
  let app: App | undefined
  let isStopping = false

  const answer: RequestListener = async (request, response) => {
    // Behind a proxy, strangers and Slack may share a connection, and the rest of a request must not be taken for the next one.
    const refuse = (status: number, why: string): undefined => {
      logger.warn(`A request was refused: ${why}`)
      response.writeHead(status, { connection: 'close' }).end()
    }
    if (isStopping) return response.writeHead(503).end()
    if (request.method !== 'POST' || request.url?.split('?')[0] !== PATH) return response.writeHead(404).end()
    const verified = await HTTPModuleFunctions.parseAndVerifyHTTPRequest(
      { signingSecret, bodyLimit: LARGEST_BODY, enabled: true },
      request
    ).catch((error: Error) => {
      if (!isRawBodyError(error)) return refuse(401, error.message)
      return error.statusCode === 413 ? refuse(413, error.message) : void response.destroy()
    })
    if (!verified) return
    const { data: body } = bodySchema.safeParse(parsed(verified))
    if (body === undefined) return refuse(400, 'the body is not an object')
    if (body.ssl_check === '1') return HTTPModuleFunctions.buildSSLCheckResponse(response)
    if (body.type === 'url_verification') return HTTPModuleFunctions.buildUrlVerificationResponse(response, body)
    const ack = new HTTPResponseAck({
      logger,
      processBeforeResponse: false,
      httpRequest: verified,
      httpRequestBody: body,
      httpResponse: response
    })
    await app?.processEvent({ body, ack: ack.bind() }).catch(error => {
      logger.error(`A request could not be answered: ${errorWords(error)}`)
      if (!response.headersSent) response.writeHead(500).end()
    })
  }

  return {
    lostSinceMs: () => undefined,
    answer,
    receiver: {
      init: given => {
        app = given
      },
      start: async () => {},
      stop: async () => {
        isStopping = true
      }
    }
  }
}

function parsed(request: Parameters<typeof HTTPModuleFunctions.parseHTTPRequestBody>[0]): unknown {
  try {
    return HTTPModuleFunctions.parseHTTPRequestBody(request)
  } catch {
    return undefined
  }
}
