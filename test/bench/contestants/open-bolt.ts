import { App, HTTPReceiver, SocketModeReceiver } from '@slack/bolt'
import { z } from 'zod'

export const environment = z
  .object({
    PORT: z.coerce.number(),
    SLACK_BOT_TOKEN: z.string(),
    SLACK_APP_TOKEN: z.string(),
    SLACK_SIGNING_SECRET: z.string(),
    SLACK_API_URL: z.string(),
    AGENT_API_URL: z.string(),
    AGENT_API_KEY: z.string(),
    DATABASE_URL: z.string().optional()
  })
  .parse(process.env)

type Handle = (response: { writeHead(status: number): { end(): void } }) => void

const ready: { path: string; method: string; handler: (request: unknown, response: Parameters<Handle>[0]) => void } = {
  path: '/readyz',
  method: 'GET',
  handler: (_, response) => response.writeHead(200).end()
}

/** Bolt as its guide shows it. It listens once `start` is called, and is ready when /readyz answers. */
export function openBolt(): { app: App; start: () => Promise<void> } {
  const { SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: signingSecret, SLACK_API_URL: slackApiUrl } = environment
  const isHttp = appToken === ''
  const clientOptions = { slackApiUrl }
  const http = new HTTPReceiver({ signingSecret, endpoints: ['/slack/events'], customRoutes: [ready] })
  const receiver = isHttp ? http : new SocketModeReceiver({ appToken, installerOptions: { clientOptions } })
  const app = new App({ token: environment.SLACK_BOT_TOKEN, receiver, clientOptions })
  return {
    app,
    async start() {
      const address = { port: environment.PORT, host: '127.0.0.1' }
      await app.start(address)
      if (!isHttp) await http.start(address)
    }
  }
}
