import { expect, it } from 'vitest'
import { SlackBusy, SlackUnclear } from '../../src/slack/slack-failure.ts'
import { postOf, startOutbox } from './start-outbox.ts'
import { startSlack } from './start-slack.ts'

async function start() {
  const { stand, docs, slack } = await startSlack()
  const outbox = await startOutbox(slack)
  const threadTs = await slack.post(
    { channelId: docs },
    { text: 'card', blocks: [] },
    { operationId: 'card', broadcast: false }
  )
  await outbox.add(postOf('result', { channelId: docs, threadTs }))
  // The stand-in runs on the real clock, and so does the read-back.
  outbox.clock.now = Date.now()
  const results = () => stand.thread(docs, threadTs).slice(1)
  return { ...outbox, stand, docs, results }
}

it('a message whose answer was lost is found in its thread and not posted again', async () => {
  const { stand, clock, post, posted, results } = await start()
  stand.fail('chat.postMessage', { kind: 'reset after processing' })
  await expect(post('result')).rejects.toBeInstanceOf(SlackUnclear)
  clock.now += 15_000
  await post('result')
  expect(results()).toMatchObject([{ text: 'message result' }])
  expect(posted).toEqual([['result', results()[0]?.ts]])
})

it('a message that never arrived is posted by the next try', async () => {
  const { stand, clock, post, posted, results } = await start()
  stand.fail('chat.postMessage', { kind: 'reset before read' })
  await expect(post('result')).rejects.toBeInstanceOf(SlackUnclear)
  expect(results()).toEqual([])
  clock.now += 15_000
  await post('result')
  expect(results()).toMatchObject([{ text: 'message result' }])
  expect(posted).toEqual([['result', results()[0]?.ts]])
})

it('a 429 is waited out for as long as Slack says', async () => {
  const { stand, clock, post, results } = await start()
  stand.fail('chat.postMessage', { retryAfterS: 7 })
  await expect(post('result')).rejects.toEqual(new SlackBusy(7_000))
  clock.now += 6_999
  await expect(post('result')).rejects.toEqual(new SlackBusy(1))
  expect(results()).toEqual([])
  clock.now += 1
  await post('result')
  expect(results()).toHaveLength(1)
})

it('a message to a deleted thread is given up once', async () => {
  const { add, docs, post, clock, givenUp } = await start()
  await add(postOf('lost', { channelId: docs, threadTs: '1.000200' }))
  await post('lost')
  clock.now += 15_000
  await post('lost')
  expect(givenUp).toEqual([['lost', 'thread_not_found']])
})
