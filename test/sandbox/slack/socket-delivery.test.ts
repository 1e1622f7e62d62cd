import { expect, it } from 'vitest'
import { callSlack } from './call-slack.ts'
import { openWorkspace } from './open-workspace.ts'
import { connectSocket, SILENT } from './socket-client.ts'

it('a socket is greeted, pinged, told to reconnect and closed', async () => {
  const { slack } = await openWorkspace({ pingIntervalMs: 5 })
  const { received, pinged, closed } = await connectSocket(slack)
  expect(received[0]).toMatchObject({ type: 'hello', num_connections: 1, connection_info: { app_id: slack.appId } })
  await pinged
  slack.refreshSockets()
  slack.closeSockets()
  await closed
  expect(received.at(-1)).toMatchObject({ type: 'disconnect', reason: 'refresh_requested' })
  await slack.waitFor(() => slack.sockets() === 0, 'no socket')
})

it('a ticket opens one socket, ten may be open, and all can be refused', async () => {
  const { slack } = await openWorkspace()
  for (let count = 0; count < 10; count++) await connectSocket(slack)
  expect((await connectSocket(slack)).received[0]).toMatchObject({ type: 'disconnect', reason: 'too_many_websockets' })
  expect(slack.sockets()).toBe(10)
  slack.refuseSockets(true)
  await expect(connectSocket(slack)).rejects.toThrow('503')
})

it('each payload goes to one socket, in turn', async () => {
  const { slack, ana, docs } = await openWorkspace({ redeliverAfterMs: 20_000 })
  const [first, second] = [await connectSocket(slack), await connectSocket(slack)]
  for (const text of ['a', 'b', 'c', 'd']) await slack.say({ user: ana, channel: docs, text })
  expect([first.events().length, second.events().length]).toEqual([2, 2])
  slack.refreshSockets()
  const third = await connectSocket(slack)
  for (const text of ['e', 'f']) await slack.say({ user: ana, channel: docs, text })
  expect([first.events().length, second.events().length, third.events().length]).toEqual([2, 2, 2])
})

it('an event is redelivered until it is acknowledged', async () => {
  const { slack, ana, docs } = await openWorkspace({ redeliverAfterMs: 20, maxRedeliveries: 10_000 })
  let attempts = 0
  const { events } = await connectSocket(slack, () => (++attempts < 3 ? SILENT : undefined))
  await slack.say({ user: ana, channel: docs, text: 'hello' })
  await slack.waitFor(() => slack.deliveries()[0]?.state === 'acknowledged', 'the acknowledgement')
  const [first, second, third] = events()
  expect(first).toMatchObject({ retry_attempt: 0, retry_reason: '' })
  expect(second).toMatchObject({ retry_attempt: 1, retry_reason: 'timeout' })
  expect(third).toMatchObject({ retry_attempt: 2, retry_reason: 'timeout' })
  expect(new Set(events().map(event => event.payload?.event_id)).size).toBe(1)
  expect(new Set(events().map(event => event.envelope_id)).size).toBe(events().length)
})

it('an event without a socket waits for the next one, and is given up in the end', async () => {
  const { slack, ana, docs } = await openWorkspace({ redeliverAfterMs: 50, maxRedeliveries: 10_000 })
  await slack.say({ user: ana, channel: docs, text: 'anybody?' })
  const { events } = await connectSocket(slack)
  await slack.waitFor(() => slack.deliveries()[0]?.state === 'acknowledged', 'the acknowledgement')
  expect(events()[0]).toMatchObject({ retry_reason: 'connection_failed' })

  const lonely = await openWorkspace({ redeliverAfterMs: 1, maxRedeliveries: 2 })
  await lonely.slack.say({ user: lonely.ana, channel: lonely.docs, text: 'anybody?' })
  await lonely.slack.deliveriesDone()
  expect(lonely.slack.deliveries()).toMatchObject([{ state: 'given up', attempts: [{}, {}, {}] }])
})

it('a command is delivered once, and the person is told when nobody answers', async () => {
  const { slack, ana, docs } = await openWorkspace({ answerWithinMs: 20 })
  const command = { user: ana, channel: docs, text: 'job_1 hello' }
  expect(await slack.command(command)).toMatchObject({
    acknowledged: false,
    reply: { text: '/agent-followup failed with the error "dispatch_failed"', from: 'slack' }
  })
  const { received } = await connectSocket(slack, () => SILENT)
  expect((await slack.command(command)).reply?.text).toBe('/agent-followup failed because the app did not respond.')
  await expect.poll(() => received.filter(({ type }) => type === 'slash_commands')).toHaveLength(1)
  expect(received[1]).toMatchObject({
    accepts_response_payload: true,
    payload: { command: '/agent-followup', user_id: ana, channel_name: 'docs' }
  })
  expect(received[1]).not.toHaveProperty('retry_attempt')
})

it('an acknowledgement can carry the answer', async () => {
  const { slack, ana, docs } = await openWorkspace({ answerWithinMs: 20_000 })
  const answers = [{}, { text: 'only for you' }, { text: 'for all', response_type: 'in_channel' }]
  await connectSocket(slack, ({ type }) => (type === 'slash_commands' ? answers.shift() : undefined))
  const use = () => slack.command({ user: ana, channel: docs, text: 'help' })
  expect((await use()).reply).toBeUndefined()
  expect((await use()).reply).toMatchObject({ text: 'only for you', user: ana })
  expect((await use()).reply).toMatchObject({ text: 'for all', bot_id: slack.botId })
  expect(slack.messages(docs).map(message => message.text)).toEqual(['for all'])
})

it('an unregistered command reaches no app, nor does an outsider’s', async () => {
  const { slack, docs, ana } = await openWorkspace({ commands: ['/agent-followup'] })
  const { received } = await connectSocket(slack)
  const odile = slack.addPerson({ name: 'Odile', kind: 'outsider' }).id
  await slack.invite(docs, odile)
  const unknown = await slack.command({ user: ana, channel: docs, text: '', command: '/other' })
  expect(unknown).toMatchObject({ acknowledged: false, reply: { text: '/other is not a valid command.' } })
  expect((await slack.command({ user: odile, channel: docs, text: 'help' })).acknowledged).toBe(false)
  expect(received.filter(({ type }) => type === 'slash_commands')).toEqual([])
})

it('deliveries can be held, released in another order, and repeated', async () => {
  const { slack, ana, docs } = await openWorkspace({ redeliverAfterMs: 20_000 })
  const { events } = await connectSocket(slack)
  slack.hold()
  for (const text of ['first', 'second']) await slack.say({ user: ana, channel: docs, text })
  expect(events()).toEqual([])
  await slack.release(held => held.toReversed())
  const texts = () => events().map(event => event.payload?.event?.text)
  expect(texts()).toEqual(['second', 'first'])
  const [first] = slack.deliveries()
  expect(await slack.deliverAgain(first?.id ?? '')).toMatchObject({ kind: 'acknowledged' })
  expect(texts()).toEqual(['second', 'first', 'first'])
  expect(events().at(-1)).toMatchObject({ retry_attempt: 1, payload: { event_id: first?.id } })
})

it('the bot hears its own messages and edits', async () => {
  const { slack, docs } = await openWorkspace({ redeliverAfterMs: 20_000 })
  const { events } = await connectSocket(slack)
  const { body } = await callSlack(slack, 'chat.postMessage', { channel: docs, text: 'card' })
  await callSlack(slack, 'chat.update', { channel: docs, ts: body.ts, text: 'card, later' })
  await callSlack(slack, 'chat.delete', { channel: docs, ts: body.ts })
  await slack.waitFor(() => events().length === 3, 'three events')
  expect(events().map(event => event.payload?.event)).toMatchObject([
    {
      type: 'message',
      bot_id: slack.botId,
      app_id: slack.appId,
      user: slack.botUserId,
      text: 'card',
      channel_type: 'channel'
    },
    { subtype: 'message_changed', message: { text: 'card, later' }, previous_message: { text: 'card' } },
    { subtype: 'message_deleted', deleted_ts: body.ts }
  ])
})
