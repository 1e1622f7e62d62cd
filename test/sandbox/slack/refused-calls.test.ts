import { expect, it } from 'vitest'
import { callSlack, type Params, postAsBot } from './call-slack.ts'
import { openWorkspace, type Workspace } from './open-workspace.ts'

type Case = [error: string, method: string, params: (workspace: Workspace, cardTs: string, anaTs: string) => Params]
const text = 'hello'
const metadata = (size: number) => ({ event_type: 'op', event_payload: { id: 'x'.repeat(size) } })

const CASES: Case[] = [
  ['unknown_method', 'chat.shout', () => ({})],
  ['invalid_arguments', 'chat.postMessage', () => ({ text })],
  ['channel_not_found', 'chat.postMessage', () => ({ channel: 'C0NOWHERE1', text })],
  ['not_in_channel', 'chat.postMessage', ({ elsewhere }) => ({ channel: elsewhere, text })],
  ['channel_not_found', 'chat.postMessage', ({ hidden }) => ({ channel: hidden, text })],
  ['is_archived', 'chat.postMessage', ({ attic }) => ({ channel: attic, text })],
  ['no_text', 'chat.postMessage', ({ docs }) => ({ channel: docs })],
  ['cannot_dm_bot', 'chat.postMessage', workspace => ({ channel: workspace.slack.botUserId, text })],
  ['no_text', 'chat.postMessage', ({ docs }) => ({ channel: docs, text: ' ', blocks: [] })],
  ['thread_not_found', 'chat.postMessage', ({ docs }) => ({ channel: docs, text, thread_ts: '1.000000' })],
  ['invalid_blocks_format', 'chat.postMessage', ({ docs }) => ({ channel: docs, text, blocks: '{oops' })],
  ['invalid_blocks', 'chat.postMessage', ({ docs }) => ({ channel: docs, text, blocks: [{ type: 'sektion' }] })],
  ['invalid_metadata_format', 'chat.postMessage', ({ docs }) => ({ channel: docs, text, metadata: { id: 1 } })],
  ['metadata_too_large', 'chat.postMessage', ({ docs }) => ({ channel: docs, text, metadata: metadata(17_000) })],
  ['message_not_found', 'chat.update', ({ docs }) => ({ channel: docs, ts: '1.000000', text })],
  ['cant_update_message', 'chat.update', (workspace, _card, anaTs) => ({ channel: workspace.docs, ts: anaTs, text })],
  ['msg_too_long', 'chat.update', ({ docs }, ts) => ({ channel: docs, ts, text: 'x'.repeat(4001) })],
  ['no_text', 'chat.update', ({ docs }, ts) => ({ channel: docs, ts })],
  ['no_text', 'chat.update', ({ docs }, ts) => ({ channel: docs, ts, text: '' })],
  ['user_not_in_channel', 'chat.postEphemeral', ({ docs, ben }) => ({ channel: docs, user: ben, text })],
  ['user_not_found', 'chat.postEphemeral', ({ docs }) => ({ channel: docs, user: 'U0NOBODY01', text })],
  ['not_in_channel', 'chat.postEphemeral', ({ elsewhere, ana }) => ({ channel: elsewhere, user: ana, text })],
  ['invalid_name', 'reactions.add', ({ docs }, timestamp) => ({ channel: docs, timestamp, name: ':eyes:' })],
  ['invalid_name', 'reactions.add', ({ docs }, timestamp) => ({ channel: docs, timestamp, name: 'no_such_thing' })],
  ['message_not_found', 'reactions.add', ({ docs }) => ({ channel: docs, timestamp: '1.000000', name: 'eyes' })],
  ['already_reacted', 'reactions.add', ({ docs }, timestamp) => ({ channel: docs, timestamp, name: 'bell' })],
  ['no_reaction', 'reactions.remove', ({ docs }, timestamp) => ({ channel: docs, timestamp, name: 'eyes' })],
  ['channel_not_found', 'conversations.info', ({ hidden }) => ({ channel: hidden })],
  ['not_in_channel', 'conversations.history', ({ elsewhere }) => ({ channel: elsewhere })],
  ['channel_not_found', 'conversations.history', ({ hidden }) => ({ channel: hidden })],
  ['thread_not_found', 'conversations.replies', ({ docs }) => ({ channel: docs, ts: '1.000000' })],
  ['users_list_not_supplied', 'conversations.open', () => ({})],
  ['user_not_found', 'conversations.open', () => ({ users: 'U0NOBODY01' })],
  ['user_not_found', 'users.info', () => ({ user: 'U0NOBODY01' })],
  ['invalid_arguments', 'views.open', () => ({ trigger_id: 'any', view: { type: 'home', blocks: [] } })],
  ['user_not_found', 'views.publish', () => ({ user_id: 'U0NOBODY01', view: { type: 'home', blocks: [] } })],
  ['not_found', 'views.update', () => ({ view_id: 'V0NONE', view: modal })]
]
const modal = { type: 'modal', title: { type: 'plain_text', text: 'Hello' }, blocks: [] }

it.each(CASES)('%s from %s', async (error, method, params) => {
  const workspace = await openWorkspace()
  const cardTs = await postAsBot(workspace.slack, workspace.docs)
  const said = await workspace.slack.say({ user: workspace.ana, channel: workspace.docs, text: 'mine' })
  await callSlack(workspace.slack, 'reactions.add', { channel: workspace.docs, timestamp: cardTs, name: 'bell' })
  const { status, body } = await callSlack(workspace.slack, method, params(workspace, cardTs, said.ts))
  expect(body).toMatchObject({ ok: false, error })
  expect(status).toBe(200)
})

it('a refused call leaves nothing behind', async () => {
  const { slack, docs } = await openWorkspace()
  await callSlack(slack, 'chat.postMessage', { channel: docs, text, blocks: [{ type: 'section' }] })
  expect(slack.messages(docs)).toEqual([])
  expect(slack.calls('chat.postMessage')[0]?.answer).toMatchObject({
    error: 'invalid_blocks',
    errors: ['missing required field: text [json-pointer:/blocks/0]']
  })
})

it('a reply has no thread of its own', async () => {
  const { slack, docs } = await openWorkspace()
  const card = await postAsBot(slack, docs)
  const reply = await postAsBot(slack, docs, { thread_ts: card })
  const { body } = await callSlack(slack, 'chat.postMessage', { channel: docs, text, thread_ts: reply })
  expect(body.error).toBe('cannot_reply_to_message')
})

it('text over 40,000 characters is cut, and all block text together is limited', async () => {
  const { slack, docs } = await openWorkspace()
  await postAsBot(slack, docs, { text: 'x'.repeat(40_001) })
  expect(slack.messages(docs)[0]?.text).toHaveLength(40_000)
  const section = { type: 'section', text: { type: 'mrkdwn', text: 'x'.repeat(3000) } }
  const { body } = await callSlack(slack, 'chat.postMessage', { channel: docs, blocks: Array(5).fill(section) })
  expect(body.error).toBe('msg_blocks_too_long')
})
