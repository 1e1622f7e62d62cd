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

it('a reply also sent to the channel, a file, an edit, a preview, a deletion', async () => {
  const workspace = await openWorkspace()
  const { slack, ana, docs } = workspace
  const card = await postAsBot(slack, docs)
  const { ts } = await slack.say({ user: ana, channel: docs, text: 'for all', threadTs: card, broadcast: true })
  await slack.say({ user: ana, channel: docs, text: 'look', threadTs: card, files: [{ name: 'shot.png' }] })
  const place = { user: ana, channel: docs, messageTs: ts }
  await slack.edit({ ...place, text: 'for us' })
  await slack.unfurl(place)
  await slack.remove(place)
  expect(
    eventsOf(workspace)
      .slice(1)
      .map(({ event }) => event)
  ).toMatchObject([
    { subtype: 'thread_broadcast', root: { ts: card, text: 'card' } },
    { subtype: 'file_share', files: [{ name: 'shot.png', mimetype: 'image/png' }] },
    {
      subtype: 'message_changed',
      message: { text: 'for us', edited: { user: ana } },
      previous_message: { text: 'for all' }
    },
    {
      subtype: 'message_changed',
      message: { text: 'for us', attachments: [{ id: 1 }] },
      previous_message: { text: 'for us' }
    },
    { subtype: 'message_deleted', deleted_ts: ts, previous_message: { text: 'for us' } }
  ])
})

it('a mention is two events with two ids', async () => {
  const workspace = await openWorkspace()
  await workspace.slack.say({ user: workspace.ana, channel: workspace.docs, text: '@Agent Follow-up status' })
  const [message, mention] = eventsOf(workspace)
  expect(message?.event).toMatchObject({ type: 'message', channel_type: 'channel' })
  expect(mention?.event).toMatchObject({ type: 'app_mention', text: '<@U0AGENTBOT> status' })
  expect(mention?.event_id).not.toBe(message?.event_id)
})

it('an outsider has another team, in a shared channel', async () => {
  const workspace = await openWorkspace()
  const { slack } = workspace
  const odile = slack.addPerson({ name: 'Odile', kind: 'outsider' })
  const shared = slack.addChannel({ name: 'shared', members: [odile.id] })
  await slack.say({ user: odile.id, channel: shared.id, text: 'hello' })
  expect(odile.teamId).not.toBe(slack.teamId)
  expect(eventsOf(workspace)[0]).toMatchObject({
    team_id: slack.teamId,
    is_ext_shared_channel: true,
    event: { team: odile.teamId, user_team: odile.teamId, source_team: odile.teamId }
  })
})

it('another bot has a bot_id and no client_msg_id', async () => {
  const workspace = await openWorkspace()
  const bot = workspace.slack.addPerson({ name: 'Deploys', kind: 'bot' }).id
  await workspace.slack.invite(workspace.docs, bot)
  await workspace.slack.say({ user: bot, channel: workspace.docs, text: 'deployed' })
  expect(eventsOf(workspace).at(-1)?.event).toMatchObject({ user: bot, bot_id: bot.replace('U', 'B') })
  expect(eventsOf(workspace).at(-1)?.event).not.toHaveProperty('client_msg_id')
})

it('reactions, joins and the home tab are announced', async () => {
  const workspace = await openWorkspace()
  const { slack, ana, ben, docs } = workspace
  const card = await postAsBot(slack, docs)
  await slack.react({ user: ana, channel: docs, messageTs: card, name: 'bell' })
  await slack.unreact({ user: ana, channel: docs, messageTs: card, name: 'bell' })
  await slack.invite(docs, ben)
  await slack.removeFrom(docs, ben)
  await slack.openHome({ user: ana })
  expect(
    eventsOf(workspace)
      .slice(1)
      .map(({ event }) => event)
  ).toMatchObject([
    {
      type: 'reaction_added',
      user: ana,
      reaction: 'bell',
      item: { channel: docs, ts: card },
      item_user: slack.botUserId
    },
    { type: 'reaction_removed', user: ana, reaction: 'bell' },
    { type: 'member_joined_channel', user: ben, channel: docs },
    { type: 'member_left_channel', user: ben, channel: docs },
    { type: 'app_home_opened', user: ana, tab: 'home' }
  ])
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
  expect(eventsOf(workspace).map(({ event }) => event)).toMatchObject([
    { type: 'member_joined_channel', user: slack.botUserId },
    { text: 'hello' },
    { type: 'member_left_channel', user: slack.botUserId }
  ])
})

it('only events granted and subscribed to are sent', async () => {
  const workspace = await openWorkspace({
    botScopes: ['channels:history', 'reactions:read'],
    botEvents: ['message.channels', 'message.groups']
  })
  const { slack, ana, docs, secret } = workspace
  const { ts } = await slack.say({ user: ana, channel: docs, text: '@Agent Follow-up hello' })
  await slack.react({ user: ana, channel: docs, messageTs: ts, name: 'bell' })
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
