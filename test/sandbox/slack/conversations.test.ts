import { expect, it } from 'vitest'
import { z } from 'zod'
import { callSlack, type Params, postAsBot } from './call-slack.ts'
import { openWorkspace, type Workspace } from './open-workspace.ts'

const listSchema = z.object({
  messages: z.array(z.looseObject({ ts: z.string(), text: z.string() })),
  has_more: z.boolean(),
  response_metadata: z.object({ next_cursor: z.string() })
})

async function list({ slack }: Workspace, method: string, params: Params) {
  return listSchema.parse((await callSlack(slack, method, params)).body)
}
const texts = ({ messages }: z.infer<typeof listSchema>) => messages.map(message => message.text)

/** A card with three replies, the second of which is also sent to the channel. */
async function openThread() {
  const workspace = await openWorkspace({ rateLimits: false })
  const { slack, docs } = workspace
  const metadata = { event_type: 'op', event_payload: { id: 'op_1' } }
  const ts = await postAsBot(slack, docs, { metadata })
  for (const text of ['one', 'two', 'three']) {
    await postAsBot(slack, docs, { thread_ts: ts, text, reply_broadcast: text === 'two' })
  }
  return { ...workspace, workspace, ts, metadata }
}

it('metadata is returned only to those who ask for it', async () => {
  const { workspace, docs, ts, metadata } = await openThread()
  const plain = await list(workspace, 'conversations.replies', { channel: docs, ts })
  expect(plain.messages[0]).not.toHaveProperty('metadata')
  const asked = await list(workspace, 'conversations.replies', { channel: docs, ts, include_all_metadata: true })
  expect(asked.messages[0]).toMatchObject({ metadata })
})

it('history has the newest first, and only the replies also sent to the channel', async () => {
  const { workspace, docs, ts } = await openThread()
  const history = await list(workspace, 'conversations.history', { channel: docs })
  expect(texts(history)).toEqual(['two', 'card'])
  expect(history.messages[0]).toMatchObject({ subtype: 'thread_broadcast', thread_ts: ts })
  expect(texts(await list(workspace, 'conversations.history', { channel: docs, oldest: ts }))).toEqual(['two'])
  expect(texts(await list(workspace, 'conversations.history', { channel: docs, latest: ts, inclusive: true }))).toEqual(
    ['card']
  )
})

it('a deleted card with replies leaves a tombstone, a deleted reply leaves nothing', async () => {
  const { workspace, slack, docs, ts } = await openThread()
  const [, reply] = slack.thread(docs, ts)
  await slack.remove({ channel: docs, messageTs: reply?.ts ?? '' })
  await slack.remove({ channel: docs, messageTs: ts })
  const { messages } = await list(workspace, 'conversations.replies', { channel: docs, ts })
  expect(messages).toMatchObject([
    { subtype: 'tombstone', text: 'This message was deleted.', user: 'USLACKBOT', reply_count: 2 },
    { text: 'two' },
    { text: 'three' }
  ])
})

it('an update with only text removes the blocks, one with only blocks keeps the text', async () => {
  const { slack, docs } = await openWorkspace()
  const blocks = [{ type: 'divider' }]
  const ts = await postAsBot(slack, docs, { blocks })
  await callSlack(slack, 'chat.update', { channel: docs, ts, blocks: [...blocks, ...blocks] })
  expect(slack.message(docs, ts)).toMatchObject({ text: 'card', blocks: [{}, {}], edited: undefined })
  await callSlack(slack, 'chat.update', { channel: docs, ts, text: 'later' })
  expect(slack.message(docs, ts)).toMatchObject({ text: 'later', blocks: undefined, edited: { user: slack.botUserId } })
})
