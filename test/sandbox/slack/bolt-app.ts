import { App, LogLevel, SocketModeReceiver } from '@slack/bolt'
import type { StandInSlack } from '../../../sandbox/slack/stand-in-slack.ts'

/** A real Bolt app in Socket Mode; Bolt changes the client options it is given, so each gets its own. */
export async function connectBoltApp(
  slack: StandInSlack,
  listen: (app: App) => void
): Promise<{ stop(): Promise<void> }> {
  const receiver = new SocketModeReceiver({
    appToken: slack.appToken,
    logLevel: LogLevel.ERROR,
    installerOptions: { clientOptions: { slackApiUrl: slack.apiUrl } }
  })
  const app = new App({
    token: slack.botToken,
    receiver,
    logLevel: LogLevel.ERROR,
    convoStore: false,
    deferInitialization: true,
    clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true }
  })
  listen(app)
  await app.init()
  await app.start()
  return { stop: () => receiver.client.disconnect() }
}
