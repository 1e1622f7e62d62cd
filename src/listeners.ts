import type { App } from '@slack/bolt'
import { z } from 'zod'
import { storableText } from './database/storable-text.ts'
import { errorWords } from './errors.ts'
import { answerCommand, readTooLate } from './followups/inbox/answer-command.ts'
import { openDraft, suggestDefaultJobs, suggestJobs, useShortcut } from './followups/inbox/open-form.ts'
import { buttons, changes, type PressAnswer, pressButton, pressHome } from './followups/inbox/press-button.ts'
import { receiveHomeOpened, receiveMention, receiveMessage, receiveRemoval } from './followups/inbox/receive.ts'
import { sendForm } from './followups/inbox/send-form.ts'
import { openSettings, saveSettings } from './followups/inbox/settings.ts'
import { directId } from './followups/model/message-ids.ts'
import type { CommandDeps } from './followups/sending/store-commands.ts'
import { answer, notDone } from './followups/views/answers.ts'
import { FORM } from './followups/views/followup-form.ts'
import { SETTINGS_FORM } from './followups/views/settings-form.ts'
import { tell } from './followups/views/tell.ts'
import type { Routes } from './routes.ts'
import type { SlackMessage } from './slack/blocks.ts'
import type { PauseWatch } from './slack/deliveries.ts'

/** TABLE 1: what people can do in Slack → the function that answers. The manifest is compared with it. */
export const listeners = {
  commands: { '/agent-followup': answerCommand },
  events: {
    message: receiveMessage,
    app_mention: receiveMention,
    app_home_opened: receiveHomeOpened,
    app_uninstalled: receiveRemoval,
    tokens_revoked: receiveRemoval
  },
  buttons,
  /** Buttons that open a form. */
  openers: { 'open-form': openDraft, 'open-settings': openSettings },
  /** On a message, and anywhere: both open the form. */
  shortcuts: { 'send-to-job': useShortcut, 'send-followup': useShortcut },
  views: { [FORM]: sendForm },
  settings: { [SETTINGS_FORM]: saveSettings },
  /** Their menus. In the settings, a job is one to be meant by default. */
  options: { job: suggestJobs, 'default-job': suggestDefaultJobs },
  /** Buttons that only open an address, also those of older messages: Slack still expects an acknowledgement. */
  links: ['open-pull-request']
}

const commandBody = z.object({
  text: storableText.default(''),
  user_id: z.string(),
  team_id: z.string(),
  channel_id: z.string(),
  trigger_id: z.string(),
  response_url: z.string()
})

const pressed = z.object({
  trigger_id: z.string().default(''),
  user: z.object({ id: z.string(), team_id: z.string().optional() }),
  team: z.object({ id: z.string() }).nullish(),
  actions: z.tuple(
    [z.object({ action_id: z.string(), action_ts: z.string(), value: z.string().default('') })],
    z.unknown()
  )
})

const pressInMessage = pressed.extend({
  container: z.object({
    message_ts: z.string(),
    channel_id: z.string(),
    thread_ts: z.string().optional(),
    is_ephemeral: z.boolean().catch(false)
  }),
  message: z.object({ thread_ts: z.string().optional() }).nullish(),
  response_url: z.string().optional()
})

const pressInHome = pressed.extend({ view: z.object({ type: z.literal('home') }) })

type PressBody = z.output<typeof pressInMessage>

const eventType = z.enum(Object.keys(listeners.events))
const said = z.string().nullish()
const byPerson = z.object({ user: z.object({ id: z.string() }) })

const knownDelivery = z.union([
  z.object({
    type: z.literal('event_callback'),
    event: z.union([
      z.object({ type: eventType, channel: z.string(), user: said, ts: said, text: said }),
      z.object({ type: z.enum(['app_uninstalled', 'tokens_revoked']) })
    ])
  }),
  commandBody.extend({ command: z.enum(Object.keys(listeners.commands)) }),
  z.intersection(z.object({ type: z.literal('block_actions') }), z.union([pressInHome, pressInMessage])),
  byPerson.extend({
    type: z.enum(['shortcut', 'message_action']),
    callback_id: z.enum(Object.keys(listeners.shortcuts)),
    trigger_id: z.string()
  }),
  byPerson.extend({
    type: z.literal('view_submission'),
    view: z.object({
      callback_id: z.enum([...Object.keys(listeners.views), ...Object.keys(listeners.settings)]),
      state: z.object({ values: z.looseObject({}) })
    })
  }),
  byPerson.extend({ type: z.literal('block_suggestion'), action_id: z.enum(Object.keys(listeners.options)) })
])

export const knowsDelivery = (body: unknown): boolean => knownDelivery.safeParse(body).success

export function registerListeners(app: App, routes: Routes, pauses: PauseWatch): void {
  const { log } = routes.inChannel()
  registerCommands(app, routes, pauses)
  // Also buttons of an older version: their messages are still there.
  app.action({ type: 'block_actions' }, async ({ body, ack }) => {
    const press = toPressed(routes, body)
    const { name } = press
    if (![listeners.buttons, listeners.openers].some(known => Object.hasOwn(known, name))) {
      await ack()
      if (listeners.links.includes(name)) return
      log.debug({ button: name }, 'Someone used a button that this version does not know')
      return void (await press.answer({ words: answer('stale button'), isFinal: true }))
    }
    if (pauses.mayBeLate()) {
      await ack().catch(() => {})
      return void (await press.answer({ words: notDone('too late'), isFinal: false }))
    }
    if (press.isAcknowledgedFirst) await ack().catch(() => {})
    const told = await press.act().catch(error => {
      log.error({ button: name, error: errorWords(error) }, 'A button press could not be handled')
      // An earlier press may have been stored without confirmation, so nobody knows that nothing was done.
      return { words: answer('perhaps done'), isFinal: false }
    })
    if (!press.isAcknowledgedFirst) await ack()
    if (told) await press.answer(told)
  })
}

function registerCommands(app: App, routes: Routes, pauses: PauseWatch): void {
  for (const [name, answerTo] of Object.entries(listeners.commands)) {
    app.command(name, async ({ body, ack }) => {
      const command = commandBody.parse(body)
      const responseUrl = command.response_url
      const deps = routes.inChannel(command.channel_id)
      const call = {
        text: command.text,
        userId: command.user_id,
        userTeamId: command.team_id,
        channelId: command.channel_id,
        triggerId: command.trigger_id,
        responseUrl
      }
      const reply = pauses.mayBeLate() ? { tooLate: await readTooLate(deps, call) } : await answerTo(deps, call)
      if ('tooLate' in reply) {
        // Nobody reads what comes with an acknowledgement that is too late, and one with nothing in it says that all is well.
        const isTold = await tell(deps, call, reply.tooLate)
        return void (isTold && (await ack().catch(() => {})))
      }
      await (reply.now ? ack({ response_type: 'ephemeral', ...reply.now }) : ack())
      const later = await reply.later?.()
      if (later) await tell(deps, call, later)
    })
  }
}

type Pressed = {
  name: string
  /** It may take longer than Slack waits, or its trigger is short-lived. If the bot dies meanwhile, pressing again does no harm. */
  isAcknowledgedFirst: boolean
  act: () => Promise<PressAnswer | undefined>
  answer: (told: PressAnswer) => Promise<unknown>
}

function toPressed(routes: Routes, body: unknown): Pressed {
  const { data: inHome } = pressInHome.safeParse(body)
  if (inHome) {
    const deps = routes.inChannel()
    const press = pressOf(deps, inHome)
    const { actionId: name, userId, actionTs } = press
    const id = directId(`home:${userId}/${actionTs}`)
    const answer = ({ words }: PressAnswer) => tell(deps, { userId, direct: { id } }, words)
    const opener = findOpener(name)
    if (opener === undefined) return { name, isAcknowledgedFirst: false, act: () => pressHome(deps, press), answer }
    const nowhere = { channelId: undefined, triggerId: inHome.trigger_id }
    return { name, isAcknowledgedFirst: true, act: () => opening(opener(deps, { ...press, ...nowhere })), answer }
  }
  const data = pressInMessage.parse(body)
  const { channel_id: channelId, message_ts: messageTs } = data.container
  const deps = routes.inChannel(channelId)
  // Of a reply that is shown in the channel too, only the message may say it.
  const threadTs = data.container.thread_ts ?? data.message?.thread_ts ?? messageTs
  const press = { ...pressOf(deps, data), channelId, messageTs, threadTs }
  const { actionId: name } = press
  const answer = (told: PressAnswer) => answerPress(deps, data, told)
  const opener = findOpener(name)
  if (opener === undefined)
    return { name, isAcknowledgedFirst: !Object.hasOwn(changes, name), act: () => pressButton(deps, press), answer }
  const card = { ...press, triggerId: data.trigger_id, responseUrl: data.response_url }
  return { name, isAcknowledgedFirst: true, act: () => opening(opener(deps, card)), answer }
}

const findOpener = (name: string) => Object.entries(listeners.openers).find(([known]) => known === name)?.[1]

async function opening(opened: Promise<SlackMessage | undefined>): Promise<PressAnswer | undefined> {
  const words = await opened
  return words && { words, isFinal: false }
}

const pressOf = (
  deps: CommandDeps,
  { user, team, actions: [{ action_id, action_ts, value }] }: z.output<typeof pressed>
) => ({
  actionId: action_id,
  value,
  userId: user.id,
  // Where it was pressed: the person's own workspace may be another one.
  userTeamId: team?.id ?? deps.teamId,
  actionTs: action_ts
})

async function answerPress(
  deps: CommandDeps,
  { user, container, response_url }: PressBody,
  { words, isFinal }: PressAnswer
): Promise<void> {
  const { channel_id: channelId, message_ts: ts, is_ephemeral: isPrivate } = container
  // Whoever presses a button of the card sees the channel.
  const threadTs = container.thread_ts === ts ? undefined : container.thread_ts
  const inThread = threadTs === undefined ? undefined : { threadTs }
  const answerPlace = isFinal && isPrivate ? 'instead' : inThread
  const place = { channelId, threadTs }
  await tell(deps, { userId: user.id, responseUrl: response_url, answerPlace, place }, words)
}
