import { expect, it } from 'vitest'
import { callSlack, postAsBot } from './call-slack.ts'
import { openWorkspace } from './open-workspace.ts'

const METHOD = 'assistant.threads.setStatus'
const status = 'is working…'

async function openThread() {
  const workspace = await openWorkspace()
  const { slack, docs } = workspace
  const thread_ts = await postAsBot(slack, docs)
  const setStatus = async (words: string) =>
    (await callSlack(slack, METHOD, { channel_id: docs, thread_ts, status: words })).body
  return { ...workspace, thread_ts, setStatus, shown: () => slack.threadStatusOf(docs, thread_ts) }
}

it('a thread has a status for two minutes, unless it is set again or cleared', async () => {
  const { slack, advance, setStatus, shown } = await openThread()
  await setStatus(status)
  advance(119_999)
  expect(shown()).toBe(status)
  await setStatus(status)
  advance(119_999)
  expect(shown()).toBe(status)
  advance(1)
  expect([shown(), slack.threadStatusesNotCleared().length]).toEqual([undefined, 1])
  await setStatus('')
  expect([shown(), slack.threadStatusesNotCleared()]).toEqual([undefined, []])
})

it('a message of the app takes it away, and one of somebody else does not', async () => {
  const { slack, docs, ana, thread_ts, setStatus, shown } = await openThread()
  await setStatus(status)
  await slack.say({ user: ana, channel: docs, threadTs: thread_ts, text: 'go on' })
  expect(shown()).toBe(status)
  await postAsBot(slack, docs, { thread_ts })
  expect([shown(), slack.threadStatusesNotCleared().length]).toEqual([undefined, 1])
})

it('it is refused where there is no such thread', async () => {
  const { slack, docs, hidden, elsewhere, attic, thread_ts } = await openThread()
  const errorOf = async (params: object) =>
    (await callSlack(slack, METHOD, { thread_ts, status, ...params })).body.error
  const reply = await postAsBot(slack, docs, { thread_ts })
  expect(await errorOf({ channel_id: docs, thread_ts: '1.000000' })).toBe('invalid_thread_ts')
  expect(await errorOf({ channel_id: docs, thread_ts: reply })).toBe('invalid_thread_ts')
  expect(await errorOf({ channel_id: hidden })).toBe('channel_not_found')
  expect(await errorOf({ channel_id: elsewhere })).toBe('not_in_channel')
  expect(await errorOf({ channel_id: attic })).toBe('is_archived')
})
