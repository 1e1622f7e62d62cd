import { webApi } from '@slack/bolt'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { SCOPES } from '../../src/checks.ts'
import { DEFAULTS } from '../../src/followups/model/setting.ts'
import { followupForm } from '../../src/followups/views/followup-form.ts'
import { settingsForm } from '../../src/followups/views/settings-form.ts'
import { listeners } from '../../src/listeners.ts'
import { productionText, readText, sectionOf, tableRows } from './project-files.ts'

const HISTORY = ['channels:history', 'groups:history', 'im:history', 'mpim:history']

/** The scope that Slack demands before an app may call a method. */
const SCOPES_OF_METHOD: Record<string, string[]> = {
  // That of the app-level token is not among the manifest's.
  'apps.connections.open': [],
  'auth.test': [],
  'chat.postEphemeral': ['chat:write'],
  'chat.postMessage': ['chat:write'],
  'chat.update': ['chat:write'],
  'conversations.history': HISTORY,
  // Messages can mention public and private channels, but no conversations of two or a few.
  'conversations.info': ['channels:read', 'groups:read'],
  // A form is never asked about in conversations of two or a few: nobody leaves them.
  'conversations.members': ['channels:read', 'groups:read'],
  'conversations.open': ['im:write'],
  'conversations.replies': HISTORY,
  'reactions.add': ['reactions:write'],
  'reactions.remove': ['reactions:write'],
  'users.info': ['users:read'],
  // Whoever used a command or a shortcut opened the door: the trigger is permission enough.
  'views.open': [],
  'views.publish': []
}

/** The subscriptions of an event that the code listens to, and the scope each one needs, if any. */
const SUBSCRIPTIONS_OF_EVENT: Record<string, Record<string, string[]>> = {
  message: {
    'message.channels': ['channels:history'],
    'message.groups': ['groups:history'],
    'message.im': ['im:history'],
    'message.mpim': ['mpim:history']
  },
  app_mention: { app_mention: ['app_mentions:read'] },
  app_home_opened: { app_home_opened: [] },
  app_uninstalled: { app_uninstalled: [] },
  tokens_revoked: { tokens_revoked: [] }
}

const scopes = z.array(z.string().max(50))

const address = z.url({ protocol: /^https$/ })

/** Slack's own rules for the parts that this app has. Like Slack, it refuses unknown keys. */
const manifestSchema = z.strictObject({
  display_information: z.strictObject({
    name: z.string().min(1).max(35),
    description: z.string().min(1).max(140),
    long_description: z.string().min(175).max(4_000),
    background_color: z.string().regex(/^#[0-9a-f]{6}$/)
  }),
  features: z.strictObject({
    app_home: z.strictObject({
      home_tab_enabled: z.boolean(),
      messages_tab_enabled: z.boolean(),
      messages_tab_read_only_enabled: z.boolean()
    }),
    bot_user: z.strictObject({ display_name: z.string().min(1).max(80), always_online: z.boolean() }),
    slash_commands: z.array(
      z.strictObject({
        command: z.string().startsWith('/').min(2).max(32),
        description: z.string().min(1).max(2_000),
        usage_hint: z.string().min(1).max(1_000),
        should_escape: z.boolean(),
        url: address
      })
    ),
    shortcuts: z.array(
      z.strictObject({
        name: z.string().min(1).max(24),
        type: z.enum(['message', 'global']),
        callback_id: z.string().min(1).max(255),
        description: z.string().min(1).max(150)
      })
    )
  }),
  oauth_config: z.strictObject({ scopes: z.strictObject({ bot: scopes, bot_optional: scopes }) }),
  settings: z.strictObject({
    event_subscriptions: z.strictObject({ request_url: address, bot_events: z.array(z.string().max(50)) }),
    interactivity: z.strictObject({
      is_enabled: z.boolean(),
      request_url: address,
      message_menu_options_url: address
    }),
    org_deploy_enabled: z.literal(false),
    socket_mode_enabled: z.literal(true),
    // It cannot be switched off again, and the app does not rotate tokens.
    token_rotation_enabled: z.literal(false)
  })
})

const readManifest = async () => manifestSchema.parse(parse(await readText('manifest.yml')))

/** An entry of a table in this file; whoever adds a name must add its entry. */
function lookUp<Entry>(table: Record<string, Entry>, name: string): Entry {
  const entry = table[name]
  if (entry === undefined) throw new Error(`Look up which scopes '${name}' needs, and add it to the table in this test`)
  return entry
}

/** "chat.postMessage" and the like: every method that Slack's own client has. */
function knownMethods(of: object, path: string[] = []): string[] {
  return Object.entries(of).flatMap(([name, value]) => {
    if (typeof value === 'function') return [[...path, name].join('.')]
    return value !== null && typeof value === 'object' && path.length < 4 ? knownMethods(value, [...path, name]) : []
  })
}

/** Every Web API method that the bot calls, found in its source. */
async function methodsCalled(): Promise<string[]> {
  const source = await productionText()
  const known = knownMethods(new webApi.WebClient()).filter(name => name.includes('.'))
  return known.filter(name => new RegExp(`\\b${name.split('.').join('\\s*\\.\\s*')}\\s*\\(`).test(source)).sort()
}

it('asks for exactly the scopes that the calls, events and commands in the code need', async () => {
  const ofCalls = (await methodsCalled()).flatMap(method => lookUp(SCOPES_OF_METHOD, method))
  const ofEvents = Object.keys(listeners.events).flatMap(event =>
    Object.values(lookUp(SUBSCRIPTIONS_OF_EVENT, event)).flat()
  )
  // Shortcuts need the same scope.
  const ofCommands = Object.keys({ ...listeners.commands, ...listeners.shortcuts }).length > 0 ? ['commands'] : []
  const { bot, bot_optional } = (await readManifest()).oauth_config.scopes
  expect(bot).toEqual([...new Set([...ofCalls, ...ofEvents, ...ofCommands]), ...bot_optional].sort())
  // No method: what is in a file is read from the address that comes with it.
  expect([bot_optional, await productionText()]).toEqual([
    ['files:read'],
    expect.stringContaining("'https://files.slack.com'")
  ])
})

it('looks for exactly these scopes when it is asked what is wrong', async () => {
  expect(SCOPES).toEqual((await readManifest()).oauth_config.scopes.bot)
})

it('knows only methods that are called, and no call is hidden in a string', async () => {
  expect(await methodsCalled()).toEqual(Object.keys(SCOPES_OF_METHOD))
  expect((await productionText()).match(/\.apiCall\(/)).toBeNull()
})

it('subscribes to the events that the code listens to', async () => {
  const events = Object.keys(listeners.events).flatMap(event => Object.keys(lookUp(SUBSCRIPTIONS_OF_EVENT, event)))
  const { settings } = await readManifest()
  expect(settings.event_subscriptions.bot_events).toEqual(events.sort())
})

it('registers the commands that the code answers, and switches its buttons on', async () => {
  const { features, settings } = await readManifest()
  expect(features.slash_commands.map(({ command }) => command)).toEqual(Object.keys(listeners.commands))
  expect(Object.keys(listeners.buttons)).not.toEqual([])
  expect(settings.interactivity.is_enabled).toBe(true)
  // There is no table of functions yet: the schema above refuses them in the manifest.
  expect((await productionText()).match(/\bapp\.function\(/g)).toBeNull()
})

it('registers the shortcuts that the code answers, each listened to by its table and by nothing else', async () => {
  const { features } = await readManifest()
  expect(features.shortcuts.map(({ callback_id }) => callback_id)).toEqual(Object.keys(listeners.shortcuts))
  const listening = (await productionText()).match(/\bapp\.(shortcut|view|options)\b[^(]*\(.*$/gm)
  expect(listening?.map(line => /[({ ]name\b/.test(line))).toEqual([true, true, true])
})

it('shows forms and menus that the code answers', () => {
  const form = followupForm({ place: { projectId: 'project-1', channelId: null, responseUrl: null } })
  expect(Object.keys(listeners.views)).toEqual([form.callback_id])
  const place = { projectId: 'project-1', channelId: 'C0DOCS', responseUrl: null }
  const channel = { id: 'C0DOCS', mayChange: 'yes' as const, ...DEFAULTS, job: undefined }
  const settings = settingsForm({ place, channel, undo: undefined })
  expect(Object.keys(listeners.settings)).toEqual([settings.callback_id])
  const menus = JSON.stringify([form, settings]).match(/"external_select","action_id":"[^"]+"/g)
  expect(menus).toEqual(Object.keys(listeners.options).map(name => `"external_select","action_id":"${name}"`))
})

it('turns the home on, since the code draws it when somebody opens it', async () => {
  const { features } = await readManifest()
  const isDrawn = (await methodsCalled()).includes('views.publish') && 'app_home_opened' in listeners.events
  expect(features.app_home.home_tab_enabled).toBe(isDrawn)
})

it('sends everything to the one path that the bot listens on over HTTP', async () => {
  const { features, settings } = await readManifest()
  const [{ url } = { url: '' }] = features.slash_commands
  expect(new URL(url).pathname).toBe('/slack/events')
  const { request_url, message_menu_options_url } = settings.interactivity
  expect([settings.event_subscriptions.request_url, request_url, message_menu_options_url]).toEqual([url, url, url])
})

it('names the bot as the bot names itself', async () => {
  const { features, display_information } = await readManifest()
  expect(display_information.name).toBe(features.bot_user.display_name)
  expect((await productionText()).match(/\/invite @([^`\\]+)/)?.[1]).toBe(features.bot_user.display_name)
})

it('gives the reason for every scope in docs/install.md', async () => {
  const { oauth_config } = await readManifest()
  const rows = tableRows(sectionOf(await readText('docs/install.md'), '## Scopes'))
  expect(rows.map(([scope]) => scope?.replaceAll('`', ''))).toEqual(oauth_config.scopes.bot)
  for (const [, reason = ''] of rows) expect(reason.length).toBeGreaterThan(20)
})
