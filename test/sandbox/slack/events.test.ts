import { expect, it } from 'vitest'
import { postAsBot } from './call-slack.ts'
import { openWorkspace, type Workspace } from './open-workspace.ts'

/** The events sent so far, oldest first, even if nobody was connected. */
function eventsOf({ slack }: Workspace) {
  return slack
    .deliveries()
    .filter(({ kind }) => kind === 'events_api')
    .map(({ payload }) => payload)
}

it("a person's reply has the shape that Slack gives it", async () => {
  const workspace = await openWorkspace()
  const { slack, ana, docs } = workspace
  const card = await postAsBot(slack, docs)
  const reply = await slack.say({ user: ana, channel: docs, text: 'shorten foo.py', threadTs: card })
  expect(eventsOf(workspace).at(-1)).toEqual({
    token: 'verification',
    team_id: slack.teamId,
    context_team_id: slack.teamId,
    context_enterprise_id: null,
    api_app_id: slack.appId,
    type: 'event_callback',
    event_id: expect.stringMatching(/^Ev[A-Z0-9]{9}$/),
    event_time: 1767603600,
    event_context: expect.any(String),
    is_ext_shared_channel: false,
    authorizations: [
      {
        enterprise_id: null,
        team_id: slack.teamId,
        user_id: slack.botUserId,
        is_bot: true,
        is_enterprise_install: false
      }
    ],
    event: {
      type: 'message',
      channel: docs,
      channel_type: 'channel',
      user: ana,
      team: slack.teamId,
      text: 'shorten <http://foo.py|foo.py>',
      ts: reply.ts,
      event_ts: reply.ts,
      thread_ts: card,
      parent_user_id: slack.botUserId,
      client_msg_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      blocks: [{ type: 'rich_text', block_id: expect.any(String), elements: expect.any(Array) }]
    }
  })
})

it('nothing is announced where the bot is not a member', async () => {
  const workspace = await openWorkspace()
  const { slack, ana, elsewhere } = workspace
  await slack.say({ user: ana, channel: elsewhere, text: '@Agent Follow-up hello' })
  expect(eventsOf(workspace)).toEqual([])
  await slack.invite(elsewhere)
  await slack.say({ user: ana, channel: elsewhere, text: 'hello' })
  await slack.removeFrom(elsewhere)
  await slack.say({ user: ana, channel: elsewhere, text: 'still there?' })
  expect(eventsOf(workspace).map(({ event }) => event)).toMatchObject([{ text: 'hello' }])
})

it('only events granted and subscribed to are sent', async () => {
  const workspace = await openWorkspace({
    botScopes: ['channels:history'],
    botEvents: ['message.channels', 'message.groups']
  })
  const { slack, ana, docs, secret } = workspace
  await slack.say({ user: ana, channel: docs, text: '@Agent Follow-up hello' })
  await slack.say({ user: ana, channel: secret, text: 'no groups:history' })
  await slack.say({ user: ana, channel: slack.directChannel(ana).id, text: 'no message.im' })
  expect(eventsOf(workspace).map(({ event }) => event)).toMatchObject([{ type: 'message', channel: docs }])
})

it('people can only act where they are members', async () => {
  const { slack, ana, ben, docs, attic } = await openWorkspace()
  await expect(slack.say({ user: ben, channel: docs, text: 'hello' })).rejects.toThrow(
    'Ben cannot act in #docs: not a member'
  )
  await expect(slack.say({ user: ana, channel: attic, text: 'hello' })).rejects.toThrow('Nobody can write in #attic')
  await expect(slack.say({ user: 'U0NOBODY01', channel: docs, text: 'hello' })).rejects.toThrow(
    "There is no person 'U0NOBODY01'"
  )
})
