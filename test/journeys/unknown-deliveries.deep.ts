import { describe, expect, it } from 'vitest'
import type { DeliveryKind } from '../../sandbox/slack/deliveries.ts'
import { startWatching, type WatchedJob } from '../support/watched-job.ts'

type Unknown = { kind?: DeliveryKind; payload: object; onlyOver?: 'socket' }

const ANA = { id: 'U0ANA', username: 'ana', name: 'ana', team_id: 'T0STANDIN1' }
const HOME = { token: 'verification', api_app_id: 'A0FOLLOWUP', team: { id: 'T0STANDIN1', domain: 'stand-in' } }
const OF_A_PERSON = {
  ...HOME,
  user: ANA,
  enterprise: null,
  is_enterprise_install: false,
  trigger_id: '1700000000.1.abc'
}
const VIEW = {
  id: 'V0123',
  team_id: 'T0STANDIN1',
  type: 'modal',
  callback_id: 'settings',
  private_metadata: '',
  blocks: [],
  state: { values: {} },
  hash: '1700000000.abc',
  title: { type: 'plain_text', text: 'Settings' },
  root_view_id: 'V0123',
  app_id: 'A0FOLLOWUP',
  bot_id: 'B0AGENTBOT'
}
const ENVELOPE = {
  token: 'verification',
  team_id: 'T0STANDIN1',
  api_app_id: 'A0FOLLOWUP',
  type: 'event_callback',
  event_id: 'Ev0UNKNOWN',
  event_time: 1_700_000_000,
  authorizations: [
    {
      enterprise_id: null,
      team_id: 'T0STANDIN1',
      user_id: 'U0AGENTBOT',
      is_bot: true,
      is_enterprise_install: false
    }
  ]
}

/** As Slack documents them. */
const UNKNOWN: Record<string, Unknown> = {
  'a type of event that the bot does not subscribe to': {
    kind: 'events_api',
    payload: { ...ENVELOPE, event: { type: 'team_join', user: { id: 'U0NEW' } } }
  },
  'a type of event with a treacherous name': {
    kind: 'events_api',
    payload: { ...ENVELOPE, event: { type: 'constructor' } }
  },
  'a modal that is sent off': {
    payload: { ...OF_A_PERSON, type: 'view_submission', view: VIEW, response_urls: [] }
  },
  'a modal that is closed': { payload: { ...OF_A_PERSON, type: 'view_closed', view: VIEW, is_cleared: false } },
  'a global shortcut': {
    payload: { ...OF_A_PERSON, type: 'shortcut', callback_id: 'new_job', action_ts: '1700000000.000100' }
  },
  'a shortcut on a message': {
    payload: {
      ...OF_A_PERSON,
      type: 'message_action',
      callback_id: 'send_to_job',
      action_ts: '1700000000.000100',
      message_ts: '1700000000.000200',
      channel: { id: 'C0DOCS', name: 'docs' },
      message: { type: 'message', user: 'U0BEN', ts: '1700000000.000200', text: 'shorten it' },
      response_url: 'https://hooks.slack.com/app/T0STANDIN1/1/abc'
    }
  },
  'a menu that asks for its options': {
    payload: {
      ...OF_A_PERSON,
      type: 'block_suggestion',
      container: { type: 'view', view_id: 'V0123' },
      action_id: 'colour',
      block_id: 'b1',
      value: 'job_'
    }
  },
  'a button on a home tab': {
    payload: {
      ...OF_A_PERSON,
      type: 'block_actions',
      container: { type: 'view', view_id: 'V0123' },
      view: { ...VIEW, type: 'home' },
      actions: [{ type: 'button', action_id: 'open', block_id: 'b1', value: 'job_8f2', action_ts: '1700000000.000100' }]
    }
  },
  'a legacy button': {
    payload: {
      ...OF_A_PERSON,
      type: 'interactive_message',
      callback_id: 'x',
      actions: [{ name: 'go', type: 'button', value: 'x' }],
      channel: { id: 'C0DOCS', name: 'docs' },
      message_ts: '1700000000.000200',
      action_ts: '1700000000.000300',
      attachment_id: '1'
    }
  },
  'a step of a workflow': {
    payload: { ...OF_A_PERSON, type: 'workflow_step_edit', callback_id: 'x', workflow_step: { workflow_id: '1' } }
  },
  'a type of interaction nobody has heard of': { payload: { ...OF_A_PERSON, type: 'telepathy' } },
  'a command that it does not offer': {
    kind: 'slash_commands',
    payload: {
      ...HOME,
      command: '/agent-retire',
      text: 'job_8f2',
      team_id: 'T0STANDIN1',
      channel_id: 'C0DOCS',
      user_id: 'U0ANA'
    }
  },
  'a kind of envelope nobody has heard of': { kind: 'unheard_of', payload: { hello: 'there' }, onlyOver: 'socket' }
}

const COMMAND = {
  ...HOME,
  command: '/agent-followup',
  text: 'job_8f2 shorten it',
  team_id: 'T0STANDIN1',
  channel_id: 'C0DOCS',
  channel_name: 'docs',
  user_id: 'U0ANA',
  trigger_id: '1700000000.1.abc',
  response_url: 'https://hooks.slack.com/commands/T0STANDIN1/1/abc'
}
const PRESS = {
  ...OF_A_PERSON,
  type: 'block_actions',
  container: { type: 'message', message_ts: '1700000000.000200', channel_id: 'C0DOCS' },
  channel: { id: 'C0DOCS', name: 'docs' },
  actions: [{ type: 'button', action_id: 'check-now', block_id: 'b1', value: '', action_ts: '1700000000.000100' }]
}
const MESSAGE = { type: 'message', channel: 'C0DOCS', channel_type: 'channel', user: 'U0ANA', ts: '1700000000.000200' }
const submitted = (callback_id: string, changed: object = {}) => ({
  ...OF_A_PERSON,
  type: 'view_submission',
  view: { ...VIEW, callback_id, ...changed }
})
const ofType = (event: object) => ({ kind: 'events_api', payload: { ...ENVELOPE, event } }) as const
const typed = (changed: object) => ({ kind: 'slash_commands', payload: { ...COMMAND, ...changed } }) as const

/** What the bot listens to, but not as Slack documents it. */
const MALFORMED: Record<string, Unknown> = {
  'a command of nobody': typed({ user_id: undefined }),
  'a command without a trigger': typed({ trigger_id: undefined }),
  'a command without an address for answers': typed({ response_url: undefined }),
  'a command in no channel': typed({ channel_id: undefined }),
  'a command whose words are none': { ...typed({ text: 7 }), onlyOver: 'socket' },
  'a press of nothing': { payload: { ...PRESS, actions: undefined } },
  'a press of an empty list': { payload: { ...PRESS, actions: [] } },
  'a press of something without a name': { payload: { ...PRESS, actions: [{ type: 'button' }] } },
  'a press of nobody': { payload: { ...PRESS, user: undefined } },
  'a press nowhere': { payload: { ...PRESS, container: undefined } },
  'a form without what was typed': { payload: submitted('followup-form', { state: undefined }) },
  'a form of nobody': { payload: { ...submitted('followup-form'), user: undefined } },
  'a form without a view': { payload: { ...submitted('followup-form'), view: undefined } },
  'settings without what was chosen': { payload: submitted('settings-form', { state: undefined }) },
  'settings of nobody': { payload: { ...submitted('settings-form'), user: null } },
  'a shortcut of nobody': {
    payload: { ...OF_A_PERSON, type: 'shortcut', callback_id: 'send-followup', user: undefined }
  },
  'a shortcut without a trigger': {
    payload: { ...OF_A_PERSON, type: 'message_action', callback_id: 'send-to-job', trigger_id: undefined }
  },
  'a menu of nobody': {
    payload: { ...OF_A_PERSON, type: 'block_suggestion', action_id: 'job', value: '', user: undefined }
  },
  'a message in no channel': ofType({ ...MESSAGE, channel: undefined }),
  'a message in a channel that is none': ofType({ ...MESSAGE, channel: { id: 'C0DOCS' } }),
  'a message of somebody who is none': ofType({ ...MESSAGE, user: 7 }),
  'a message whose words are none': ofType({ ...MESSAGE, text: ['shorten it'] }),
  'a message without a time': ofType({ ...MESSAGE, ts: 1_700_000_000.0002 }),
  'a mention in no channel': ofType({ ...MESSAGE, type: 'app_mention', channel: null }),
  'a home that nobody opened': ofType({ type: 'app_home_opened', tab: 'home' })
}

const RATE_LIMITED = {
  token: 'verification',
  type: 'app_rate_limited',
  team_id: 'T0STANDIN1',
  minute_rate_limited: 1_518_467_820,
  api_app_id: 'A0FOLLOWUP'
}

const debugged = ({ log }: WatchedJob) => log.filter(({ level, from }) => level === 'debug' && from === undefined)

describe.each(['socket', 'http'])('what the bot does not know, or cannot read, over %s', transport => {
  const start = () => startWatching({ overHttp: transport === 'http' })

  it('is acknowledged at once, and leaves no more than a line for whoever is looking for it', async () => {
    const journey = await start()
    const all = Object.entries({ ...UNKNOWN, ...MALFORMED })
    for (const [what, { kind = 'interactive', payload, onlyOver }] of all) {
      if (onlyOver && onlyOver !== transport) continue
      const [before, startedAt] = [debugged(journey).length, performance.now()]
      const outcome = await journey.slack.deliver(kind, JSON.parse(JSON.stringify(payload)))
      expect([what, outcome?.kind]).toEqual([what, 'acknowledged'])
      expect(performance.now() - startedAt).toBeLessThan(2_000)
      expect([what, debugged(journey).length]).toEqual([what, before + 1])
    }
    expect(journey.log.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
    await journey.runDue()
    expect(journey.posts()).toBe(1)
  })

  it('is a button of an older version: whoever presses it hears that it no longer applies', async () => {
    const { slack, channel, ana, told, cardTs, ...journey } = await start()
    const press = {
      ...OF_A_PERSON,
      type: 'block_actions',
      container: { type: 'message', message_ts: cardTs(), channel_id: channel, is_ephemeral: false },
      channel: { id: channel, name: 'docs' },
      actions: [{ type: 'button', action_id: 'retire-job', block_id: 'b1', value: '1', action_ts: '1700000000.000100' }]
    }
    expect(await slack.deliver('interactive', press)).toMatchObject({ kind: 'acknowledged' })
    await slack.waitFor(() => told(ana)[0], 'the answer')
    expect(told(ana)[0]).toMatch(/^Too late for that button/)
    expect(journey.log.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
  })

  it('is Slack saying that it drops events: the operator is warned once', async () => {
    const { slack, log } = await start()
    for (let minute = 0; minute < 3; minute++) {
      const payload = { ...RATE_LIMITED, minute_rate_limited: RATE_LIMITED.minute_rate_limited + minute * 60 }
      expect(await slack.deliver('events_api', payload)).toMatchObject({ kind: 'acknowledged' })
    }
    const warned = log.filter(({ level }) => level === 'warn' || level === 'error')
    expect(warned.map(({ words }) => words)).toEqual([expect.stringMatching(/^Slack is dropping events/)])
  })
})

it('answers a press that Slack sent without an address for answers', async () => {
  const { slack, channel, ana, told, cardTs, advance, looks } = await startWatching()
  await advance(60_000)
  const before = looks()
  const press = (actionId: string, at: number) =>
    slack.deliver('interactive', {
      ...OF_A_PERSON,
      type: 'block_actions',
      container: { type: 'message', message_ts: cardTs(), channel_id: channel, is_ephemeral: false },
      channel: { id: channel, name: 'docs' },
      actions: [
        { type: 'button', action_id: actionId, block_id: 'b1', value: 'job_8f2', action_ts: `17000000${at}.000100` }
      ]
    })
  expect(await press('check-now', 10)).toMatchObject({ kind: 'acknowledged' })
  await advance(100)
  expect(looks()).toBe(before + 1)
  expect(await press('tell-me', 20)).toMatchObject({ kind: 'acknowledged' })
  await slack.waitFor(() => told(ana)[0], 'the answer')
  expect(told(ana)[0]).toContain('I’ll write to you directly when *job_8f2* ends.')
})
