import { describe, expect, it } from 'vitest'
import type { DeliveryKind } from '../../sandbox/slack/deliveries.ts'
import type { Json } from '../../sandbox/slack/slack-types.ts'
import { type Journey, startWatching } from '../support/journey.ts'

type Delivered = { kind?: DeliveryKind; payload: Json; onlyOver?: 'socket' }

const ANA = { id: 'U0ANA', username: 'ana', name: 'ana', team_id: 'T0STANDIN1' }
const HOME = { token: 'verification', api_app_id: 'A0FOLLOWUP', team: { id: 'T0STANDIN1', domain: 'stand-in' } }
const DOCS = { id: 'C0DOCS', name: 'docs' }
const AT = '1700000000.000200'
const OF_A_PERSON = { ...HOME, user: ANA, enterprise: null, trigger_id: '1700000000.1.abc' }
const VIEW = {
  id: 'V0123',
  type: 'modal',
  callback_id: 'settings',
  private_metadata: '',
  blocks: [],
  state: { values: {} }
}
const IN_VIEW = { type: 'view', view_id: 'V0123' }

const interaction = (type: string, more: object = {}): Delivered => ({ payload: { ...OF_A_PERSON, type, ...more } })
const event = (event: object): Delivered => ({
  kind: 'events_api',
  payload: {
    token: 'verification',
    team_id: 'T0STANDIN1',
    type: 'event_callback',
    event_id: 'Ev0UNKNOWN',
    authorizations: [{ enterprise_id: null, team_id: 'T0STANDIN1', user_id: 'U0AGENTBOT', is_bot: true }],
    event
  }
})
const command = (changed: object): Delivered => ({
  kind: 'slash_commands',
  payload: {
    ...HOME,
    command: '/agent-followup',
    text: 'job_8f2 shorten it',
    team_id: 'T0STANDIN1',
    channel_id: 'C0DOCS',
    user_id: 'U0ANA',
    trigger_id: '1700000000.1.abc',
    response_url: 'https://hooks.slack.com/commands/T0STANDIN1/1/abc',
    ...changed
  }
})
const buttonPressed = (action_id: string) => [
  { type: 'button', action_id, block_id: 'b1', value: 'job_8f2', action_ts: AT }
]
const press = (changed: object) =>
  interaction('block_actions', {
    container: { type: 'message', message_ts: AT, channel_id: 'C0DOCS', is_ephemeral: false },
    channel: DOCS,
    actions: buttonPressed('tell-me'),
    ...changed
  })
const form = (callback_id: string, changed: object = {}, more: object = {}) =>
  interaction('view_submission', { view: { ...VIEW, callback_id, ...changed }, ...more })
const message = (changed: object) =>
  event({ type: 'message', channel: 'C0DOCS', channel_type: 'channel', user: 'U0ANA', ts: AT, ...changed })

/** As Slack documents them. */
const UNKNOWN: Record<string, Delivered> = {
  'a type of event that the bot does not subscribe to': event({ type: 'team_join', user: { id: 'U0NEW' } }),
  'a type of event with a treacherous name': event({ type: 'constructor' }),
  'a modal that is sent off': form('settings'),
  'a modal that is closed': interaction('view_closed', { view: VIEW, is_cleared: false }),
  'a global shortcut': interaction('shortcut', { callback_id: 'new_job', action_ts: AT }),
  'a shortcut on a message': interaction('message_action', {
    callback_id: 'send_to_job',
    message_ts: AT,
    channel: DOCS,
    message: { type: 'message', user: 'U0BEN', ts: AT, text: 'shorten it' }
  }),
  'a menu that asks for its options': interaction('block_suggestion', {
    container: IN_VIEW,
    action_id: 'colour',
    value: 'job_'
  }),
  'a button on a home tab': press({
    container: IN_VIEW,
    view: { ...VIEW, type: 'home' },
    actions: buttonPressed('open')
  }),
  'a legacy button': interaction('interactive_message', {
    callback_id: 'x',
    actions: [{ name: 'go', type: 'button' }]
  }),
  'a step of a workflow': interaction('workflow_step_edit', { callback_id: 'x' }),
  'a type of interaction nobody has heard of': interaction('telepathy'),
  'a command that it does not offer': command({ command: '/agent-retire' }),
  'a kind of envelope nobody has heard of': { kind: 'unheard_of', payload: { hello: 'there' }, onlyOver: 'socket' }
}

/** What the bot listens to, but not as Slack documents it. */
const MALFORMED: Record<string, Delivered> = {
  'a command of nobody': command({ user_id: undefined }),
  'a command without a trigger': command({ trigger_id: undefined }),
  'a command without an address for answers': command({ response_url: undefined }),
  'a command in no channel': command({ channel_id: undefined }),
  'a command whose words are none': { ...command({ text: 7 }), onlyOver: 'socket' },
  'a press of nothing': press({ actions: undefined }),
  'a press of an empty list': press({ actions: [] }),
  'a press of something without a name': press({ actions: [{ type: 'button' }] }),
  'a press of nobody': press({ user: undefined }),
  'a press nowhere': press({ container: undefined }),
  'a form without what was typed': form('followup-form', { state: undefined }),
  'a form of nobody': form('followup-form', {}, { user: undefined }),
  'a form without a view': form('followup-form', {}, { view: undefined }),
  'settings without what was chosen': form('settings-form', { state: undefined }),
  'settings of nobody': form('settings-form', {}, { user: null }),
  'a shortcut of nobody': interaction('shortcut', { callback_id: 'send-followup', user: undefined }),
  'a shortcut without a trigger': interaction('message_action', { callback_id: 'send-to-job', trigger_id: undefined }),
  'a menu of nobody': interaction('block_suggestion', { action_id: 'job', value: '', user: undefined }),
  'a message in no channel': message({ channel: undefined }),
  'a message in a channel that is none': message({ channel: { id: 'C0DOCS' } }),
  'a message of somebody who is none': message({ user: 7 }),
  'a message whose words are none': message({ text: ['shorten it'] }),
  'a message without a time': message({ ts: 1_700_000_000.0002 }),
  'a mention in no channel': message({ type: 'app_mention', channel: null }),
  'a home that nobody opened': event({ type: 'app_home_opened', tab: 'home' })
}

const RATE_LIMITED = {
  token: 'verification',
  type: 'app_rate_limited',
  team_id: 'T0STANDIN1',
  api_app_id: 'A0FOLLOWUP',
  minute_rate_limited: 1_518_467_820
}

const debugged = ({ log }: Journey) => log.filter(({ level, from }) => level === 'debug' && from === undefined)
const warned = ({ log }: Journey) => log.flatMap(({ level, words }) => (/warn|error/.test(level) ? [words] : []))

describe.each(['socket', 'http'])('what the bot does not know, or cannot read, over %s', transport => {
  const start = () => startWatching({ overHttp: transport === 'http' })

  it('is acknowledged at once, and leaves no more than a line for whoever is looking for it', async () => {
    const journey = await start()
    for (const [what, { kind = 'interactive', payload, onlyOver }] of Object.entries({ ...UNKNOWN, ...MALFORMED })) {
      if (onlyOver && onlyOver !== transport) continue
      const [before, startedAt] = [debugged(journey).length, performance.now()]
      const outcome = await journey.slack.deliver(kind, JSON.parse(JSON.stringify(payload)))
      expect([what, outcome?.kind]).toEqual([what, 'acknowledged'])
      expect(performance.now() - startedAt).toBeLessThan(2_000)
      expect([what, debugged(journey).length]).toEqual([what, before + 1])
    }
    expect(warned(journey)).toEqual([])
    await journey.runDue()
    expect(journey.posts()).toBe(1)
  })

  it('is a button of an older version: whoever presses it hears that it no longer applies', async () => {
    const journey = await start()
    const { slack, channel, ana, told, cardTs } = journey
    const container = { type: 'message', message_ts: cardTs(), channel_id: channel }
    const { payload } = press({ container, actions: buttonPressed('retire-job') })
    expect(await slack.deliver('interactive', payload)).toMatchObject({ kind: 'acknowledged' })
    await slack.waitFor(() => told(ana)[0], 'the answer')
    expect(told(ana)[0]).toMatch(/^Too late for that button/)
    expect(warned(journey)).toEqual([])
  })

  it('is Slack saying that it drops events: the operator is warned', async () => {
    const journey = await start()
    expect(await journey.slack.deliver('events_api', RATE_LIMITED)).toMatchObject({ kind: 'acknowledged' })
    expect(warned(journey)).toEqual([expect.stringMatching(/^Slack is dropping events/)])
  })
})
