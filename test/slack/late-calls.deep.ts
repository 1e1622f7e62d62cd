import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { plainMessage } from '../../src/slack/blocks.ts'
import { SlackBusy, SlackTooMuch } from '../../src/slack/slack-failure.ts'
import { serve } from '../support/serve.ts'
import { createStillClock } from '../support/still-clock.ts'
import { slackAt, startSlack } from './start-slack.ts'

const HOUR = 3_600_000

it('a message whose time runs out while connecting is certainly not posted', async () => {
  const { stand, docs, slack } = await startSlack()
  const monotonicMs = { ms: 0 }
  const post = (operationId: string, takesMs: number) => {
    const endsMs = monotonicMs.ms + 4_000
    const mayStart = () => {
      monotonicMs.ms += takesMs
      return monotonicMs.ms < endsMs
    }
    return slack.post({ channelId: docs }, plainMessage('Sent'), { operationId, broadcast: false, mayStart })
  }
  await expect(post('late', 4_000)).rejects.toBeInstanceOf(SlackBusy)
  expect(stand.calls('chat.postMessage')).toEqual([])
  await post('in time', 3_999)
  // Even if the connection is already open.
  await expect(post('late again', 4_000)).rejects.toBeInstanceOf(SlackBusy)
  expect(stand.messages(docs)).toMatchObject([{ metadata: { event_payload: { operation: 'in time' } } }])
  expect(stand.calls('chat.postMessage')).toHaveLength(1)
})

it('a message is found behind thousands written long after it', async () => {
  const clock = createStillClock()
  const { stand, ana, docs } = await startSlack({ clock })
  const { apiUrl, botToken, botUserId } = stand
  // The stand-in needs seconds for so many on a busy machine.
  const slack = slackAt(apiUrl, { botToken, botUserId, timeoutMs: 30_000 })
  const once = { operationId: 'f_1:card', broadcast: false }
  const ts = await slack.post({ channelId: docs }, plainMessage('Sent'), once)
  const period = { sinceMs: clock.now() - 60_000, untilMs: clock.now() + HOUR }
  clock.advance(2 * HOUR)
  for (let number = 0; number < 4_100; number += 1) await stand.say({ user: ana, channel: docs, text: 'later' })
  expect(await slack.findPosted({ channelId: docs }, 'f_1:card', period)).toBe(ts)
  expect(stand.calls('conversations.history')).toHaveLength(1)
})

it('a message among too many to look through is not presumed missing', async () => {
  const endless = { ok: true, messages: [], response_metadata: { next_cursor: 'more' } }
  let pages = 0
  const server = createServer((_, response) => {
    pages += 1
    response.setHeader('content-type', 'application/json').end(JSON.stringify(endless))
  })
  const slack = slackAt(`http://127.0.0.1:${await serve(server)}/api/`)
  const looking = slack.findPosted({ channelId: 'C1' }, 'f_1:card', { sinceMs: 0, untilMs: Date.now() })
  await expect(looking).rejects.toBeInstanceOf(SlackTooMuch)
  expect(pages).toBe(20)
})
