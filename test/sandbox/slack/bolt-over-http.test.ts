import { App, HTTPReceiver, LogLevel } from '@slack/bolt'
import { expect, it, onTestFinished } from 'vitest'
import type { StandInSlack } from '../../../sandbox/slack/stand-in-slack.ts'
import { openWorkspace } from './open-workspace.ts'

async function connect(slack: StandInSlack, signingSecret: string) {
  const receiver = new HTTPReceiver({ signingSecret, logLevel: LogLevel.ERROR, logger: silent })
  const app = new App({
    token: slack.botToken,
    receiver,
    logger: silent,
    convoStore: false,
    deferInitialization: true,
    clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } }
  })
  app.command('/agent-followup', ({ ack, command }) => ack(`Sending: ${command.text}`))
  await app.init()
  const server = await receiver.start(0)
  onTestFinished(() => receiver.stop())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  slack.deliverTo({ transport: 'http', url: `http://127.0.0.1:${port}/slack/events` })
}
const nothing = () => undefined
const silent = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  setLevel: nothing,
  getLevel: () => LogLevel.ERROR,
  setName: nothing
}

it("Bolt's own check of the signature lets requests pass, and only with the right secret", async () => {
  const { slack, ana: user, docs: channel } = await openWorkspace({ answerWithinMs: 20_000 })

  await connect(slack, slack.signingSecret)
  const answered = await slack.command({ user, channel, text: 'job_1 hello' })
  expect(answered.reply?.text).toBe('Sending: job_1 hello')

  await connect(slack, 'another secret')
  const refused = await slack.command({ user, channel, text: 'job_1 hello' })
  expect(refused).toMatchObject({ acknowledged: false, reply: { from: 'slack' } })
})
