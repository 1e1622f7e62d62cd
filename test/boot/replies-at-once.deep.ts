import { expect, it } from 'vitest'
import { openOffice } from '../support/office.ts'
import { spawnBot } from '../support/spawned-bot.ts'
import { createTestDatabase } from '../support/test-database.ts'

const REPLIES = Array.from({ length: 300 }, (_, at) => `step ${at}`)

it('takes 300 replies that come at once over HTTP, each at its first delivery', async () => {
  const { slack, agent, channel, ana, env } = await openOffice()
  const { url } = await createTestDatabase()
  slack.deliverTo({ transport: 'http', url: `http://127.0.0.1:${env.PORT}/slack/events` })
  const secret = { SLACK_APP_TOKEN: '', SLACK_SIGNING_SECRET: slack.signingSecret }
  const bot = spawnBot({ ...env, DATABASE_URL: url, ...secret })
  await bot.waitUntilReady()
  agent.addJob({ id: 'job_1', life: { ends: 'never' } })
  await slack.command({ user: ana, channel, text: 'job_1 begin' })
  const card = await slack.waitFor(() => slack.messages(channel)[0], 'the card')
  await Promise.all(REPLIES.map(text => slack.say({ user: ana, channel, text, threadTs: card.ts })))
  const brought = slack.deliveries().filter(({ payload }) => JSON.stringify(payload).includes('"step '))
  expect(brought.map(({ attempts }) => attempts)).toEqual(REPLIES.map(() => [{ kind: 'acknowledged' }]))
})
