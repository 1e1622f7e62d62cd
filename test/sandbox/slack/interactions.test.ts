import { expect, it } from 'vitest'
import { callSlack, postAsBot } from './call-slack.ts'
import { openWorkspace, type Workspace } from './open-workspace.ts'
import { connectSocket } from './socket-client.ts'

const plain = (text: string) => ({ type: 'plain_text', text })
const option = (value: string) => ({ text: plain(value), value })
const options = [option('a'), option('b')]
const actions = (...elements: unknown[]) => [{ type: 'actions', block_id: 'acts', elements }]
function payloads({ slack }: Workspace) {
  return slack
    .deliveries()
    .filter(({ kind }) => kind === 'interactive')
    .map(({ payload }) => payload)
}

it('a button in a thread says where it stands and what its message is', async () => {
  const workspace = await openWorkspace()
  const { slack, ana, secret } = workspace
  const card = await postAsBot(slack, secret)
  const blocks = actions({ type: 'button', action_id: 'go', value: 'f_1', style: 'primary', text: plain('Go') })
  const ts = await postAsBot(slack, secret, { thread_ts: card, blocks })
  const { triggerId, responseUrl } = await slack.press({ user: ana, channel: secret, messageTs: ts, actionId: 'go' })
  expect(payloads(workspace)[0]).toMatchObject({
    type: 'block_actions',
    user: { id: ana, team_id: slack.teamId },
    team: { id: slack.teamId },
    api_app_id: slack.appId,
    channel: { id: secret, name: 'privategroup' },
    container: { type: 'message', message_ts: ts, channel_id: secret, thread_ts: card, is_ephemeral: false },
    message: { ts, thread_ts: card, text: 'card' },
    trigger_id: triggerId,
    response_url: responseUrl,
    actions: [
      {
        type: 'button',
        action_id: 'go',
        block_id: 'acts',
        value: 'f_1',
        style: 'primary',
        action_ts: expect.any(String)
      }
    ]
  })
  await expect(slack.press({ user: ana, channel: secret, messageTs: ts, actionId: 'stop' })).rejects.toThrow(
    "There is no element 'stop'; shown: go (button)"
  )
})

it('a modal carries what was chosen and typed in it, and shows errors under its fields', async () => {
  const workspace = await openWorkspace({ answerWithinMs: 20_000 })
  const { slack, ana } = workspace
  const answers: unknown[] = [
    {},
    { response_action: 'errors', errors: { why: 'Say more' } },
    { response_action: 'errors', errors: { where: 'Say more' } },
    {}
  ]
  await connectSocket(slack, () => answers.shift())
  const { triggerId } = await slack.shortcut({ user: ana, callbackId: 'ask' })
  const elements = {
    text: [{ type: 'plain_text_input', initial_value: 'because' }, 'so', { value: 'so' }],
    menu: [{ type: 'static_select', options, initial_option: option('a') }, 'b', { selected_option: option('b') }],
    radio: [{ type: 'radio_buttons', options }, 'a', { selected_option: option('a') }],
    boxes: [{ type: 'checkboxes', options }, ['a', 'b'], { selected_options: options }],
    place: [{ type: 'conversations_select' }, 'C1', { selected_conversation: 'C1' }],
    time: [{ type: 'datetimepicker' }, '1767603600', { selected_date_time: 1767603600 }]
  } as const
  const blocks = Object.entries(elements).map(([id, [element]]) => ({
    type: 'input',
    block_id: id === 'text' ? 'why' : id,
    label: plain(id),
    element: { ...element, action_id: id }
  }))
  const view = {
    type: 'modal',
    callback_id: 'm',
    title: plain('Ask'),
    submit: plain('Send'),
    private_metadata: 'f_1',
    blocks
  }
  expect((await callSlack(slack, 'views.open', { trigger_id: triggerId, view })).body.ok).toBe(true)

  expect((await slack.submitView({ user: ana, values: { text: '' } })).errors).toMatchObject({
    why: 'Please complete this required field.'
  })
  const values = Object.fromEntries(
    Object.entries(elements).map(([id, [, value]]) => [id, typeof value === 'string' ? value : [...value]])
  )
  expect((await slack.submitView({ user: ana, values })).errors).toEqual({ why: 'Say more' })
  expect(payloads(workspace).at(-1)).toMatchObject({
    type: 'view_submission',
    view: {
      callback_id: 'm',
      private_metadata: 'f_1',
      state: {
        values: Object.fromEntries(
          Object.entries(elements).map(([id, [{ type }, , held]]) => [
            id === 'text' ? 'why' : id,
            { [id]: { type, ...held } }
          ])
        )
      }
    }
  })
  await expect(slack.submitView({ user: ana })).rejects.toThrow("There is no input 'where'; shown: why")
  await slack.submitView({ user: ana })
  expect(slack.views(ana)).toEqual([])
})

it('shortcuts work on a message, and anywhere', async () => {
  const workspace = await openWorkspace()
  const { slack, ana, docs } = workspace
  const { ts } = await slack.say({ user: ana, channel: docs, text: 'look at this' })
  await slack.shortcut({ user: ana, callbackId: 'send_to_job', channel: docs, messageTs: ts })
  await slack.shortcut({ user: ana, callbackId: 'new' })
  expect(payloads(workspace)).toMatchObject([
    {
      type: 'message_action',
      callback_id: 'send_to_job',
      channel: { id: docs },
      message_ts: ts,
      message: { text: 'look at this', user: ana },
      response_url: expect.any(String)
    },
    { type: 'shortcut', callback_id: 'new', user: { id: ana } }
  ])
  expect(payloads(workspace)[1]).not.toHaveProperty('channel')
})

it('the home tab is published and its buttons work', async () => {
  const workspace = await openWorkspace()
  const { slack, ana } = workspace
  const blocks = actions({ type: 'button', action_id: 'settings', text: plain('Settings') })
  expect(await slack.openHome({ user: ana })).toBeUndefined()
  await callSlack(slack, 'views.publish', { user_id: ana, view: { type: 'home', blocks } })
  expect(await slack.openHome({ user: ana })).toMatchObject({ type: 'home', blocks: [{ type: 'actions' }] })
  await slack.press({ user: ana, actionId: 'settings' })
  expect(payloads(workspace)[0]).toMatchObject({
    container: { type: 'view' },
    view: { type: 'home' },
    actions: [{ action_id: 'settings' }]
  })
  expect(payloads(workspace)[0]).not.toHaveProperty('response_url')
})

it('an external menu asks the app for its options', async () => {
  const workspace = await openWorkspace({ answerWithinMs: 20_000 })
  const { slack, ana, docs } = workspace
  await connectSocket(slack, ({ type }) => (type === 'interactive' ? { options } : undefined))
  const ts = await postAsBot(slack, docs, { blocks: actions({ type: 'external_select', action_id: 'job' }) })
  const menu = { user: ana, channel: docs, messageTs: ts, actionId: 'job' }
  await expect(slack.select({ ...menu, value: 'a' })).rejects.toThrow("no option 'a'")
  expect(await slack.suggest({ ...menu, query: 'jo' })).toEqual(options)
  await slack.select({ ...menu, value: 'a' })
  expect(payloads(workspace)).toMatchObject([
    { type: 'block_suggestion', action_id: 'job', value: 'jo' },
    { actions: [{ type: 'external_select', selected_option: option('a') }] }
  ])
})
