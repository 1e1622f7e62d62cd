import type { App } from '@slack/bolt'
import { z } from 'zod'
import { storableText } from './database/storable-text.ts'
import { errorWords, StorageUnclear } from './errors.ts'
import { answerCommand, type CommandDeps } from './followups/answer-command.ts'
import { FORM } from './followups/messages/followup-form.ts'
import { notDoneMessage, perhapsDoneMessage, staleButtonMessage } from './followups/messages/private-messages.ts'
import { pressedTooLateMessage, readTooLateMessage } from './followups/messages/refusal-messages.ts'
import { buttons, type PressAnswer, pressButton } from './followups/press-button.ts'
import { receiveMention, receiveMessage } from './followups/receive-event.ts'
import { sendForm } from './followups/send-form.ts'
import { suggestJobs } from './followups/suggest-jobs.ts'
import { respond, tell } from './followups/tell.ts'
import { useShortcut } from './followups/use-shortcut.ts'
import type { PauseWatch } from './slack/pause-watch.ts'
import { decodeSlackText } from './slack/slack-text.ts'

/** TABLE 1: what people can do in Slack → the function that answers. The manifest is compared with it. */
export const listeners = {
  commands: { '/agent-followup': answerCommand },
  events: { message: receiveMessage, app_mention: receiveMention },
  buttons,
  /** On a message, and anywhere: both open the form. */
  shortcuts: { 'send-to-job': useShortcut, 'send-followup': useShortcut },
  views: { [FORM]: sendForm },
  options: { job: suggestJobs },
  /** Buttons that only open an address: Slack still expects an acknowledgement. */
  links: ['open-pull-request', 'open-thread']
}

const commandBody = z.object({
  text: storableText.default(''),
  user_id: z.string(),
  team_id: z.string(),
  channel_id: z.string(),
  channel_name: z.string().default(''),
  trigger_id: z.string(),
  response_url: z.string()
})

const pressBody = z.object({
  user: z.object({ id: z.string(), team_id: z.string().optional() }),
  team: z.object({ id: z.string() }).nullish(),
  container: z.object({
    message_ts: z.string(),
    channel_id: z.string(),
    thread_ts: z.string().optional(),
    is_ephemeral: z.boolean().catch(false)
  }),
  actions: z.tuple(
    [z.object({ action_id: z.string(), action_ts: z.string(), value: z.string().default('') })],
    z.unknown()
  ),
  response_url: z.string().optional()
})

type PressBody = z.output<typeof pressBody>

const knownDelivery = z.union([
  z.object({ type: z.literal('event_callback'), event: z.object({ type: z.enum(Object.keys(listeners.events)) }) }),
  z.object({ command: z.enum(Object.keys(listeners.commands)) }),
  z.object({ type: z.literal('block_actions') }),
  z.object({
    type: z.enum(['shortcut', 'message_action']),
    callback_id: z.enum(Object.keys(listeners.shortcuts))
  }),
  z.object({
    type: z.literal('view_submission'),
    view: z.object({ callback_id: z.enum(Object.keys(listeners.views)) })
  }),
  z.object({ type: z.literal('block_suggestion'), action_id: z.enum(Object.keys(listeners.options)) })
])

/** Whether anything here listens to what Slack sent. */
export const knowsDelivery = (body: unknown): boolean => knownDelivery.safeParse(body).success

export function registerListeners(app: App, deps: CommandDeps, pauses: PauseWatch): void {
  async function answerPress(
    { user, container, response_url }: PressBody,
    { words, isFinal }: PressAnswer
  ): Promise<void> {
    const { channel_id: channelId, thread_ts: threadTs, is_ephemeral: isPrivate } = container
    const inThread = threadTs === undefined ? undefined : { threadTs }
    const where = isFinal && isPrivate ? 'instead' : inThread
    if (response_url !== undefined) await respond(deps, response_url, words, where)
    else await tell(deps, { channelId, threadTs }, user.id, words)
  }

  for (const [name, answer] of Object.entries(listeners.commands)) {
    app.command(name, async ({ body, ack }) => {
      const command = commandBody.parse(body)
      const responseUrl = command.response_url
      if (pauses.mayBeLate()) {
        // Slack may no longer be waiting for the acknowledgement: what there is to say goes another way.
        await ack().catch(() => {})
        return void (await respond(deps, responseUrl, readTooLateMessage(decodeSlackText(command.text))))
      }
      const reply = await answer(deps, {
        text: command.text,
        userId: command.user_id,
        userTeamId: command.team_id,
        channelId: command.channel_id,
        channelName: command.channel_name,
        triggerId: command.trigger_id,
        responseUrl
      })
      await (reply.now ? ack({ response_type: 'ephemeral', ...reply.now }) : ack())
      const later = await reply.later?.()
      if (later) await respond(deps, responseUrl, later)
    })
  }

  // Also those of an older version: their messages are still there.
  app.action({ type: 'block_actions' }, async ({ body, ack }) => {
    const { data } = pressBody.safeParse(body)
    const name = data?.actions[0].action_id ?? ''
    if (data === undefined || !Object.hasOwn(listeners.buttons, name)) {
      await ack()
      if (listeners.links.includes(name)) return
      deps.log.debug({ button: name }, 'Someone used a button that this version does not know')
      return data && answerPress(data, { words: staleButtonMessage(), isFinal: true })
    }
    const { user, team, container, actions } = data
    if (pauses.mayBeLate()) {
      await ack().catch(() => {})
      return answerPress(data, { words: pressedTooLateMessage(), isFinal: false })
    }
    const [{ action_ts, value }] = actions
    const press = {
      actionId: name,
      value,
      userId: user.id,
      // Where it was pressed: the person's own workspace may be another one.
      userTeamId: team?.id ?? deps.teamId,
      channelId: container.channel_id,
      messageTs: container.message_ts,
      threadTs: container.thread_ts ?? container.message_ts,
      actionTs: action_ts
    }
    const told = await pressButton(deps, press).catch(error => {
      deps.log.error({ button: name, error: errorWords(error) }, 'A button press could not be handled')
      return { words: error instanceof StorageUnclear ? perhapsDoneMessage() : notDoneMessage(), isFinal: false }
    })
    await ack()
    if (told) await answerPress(data, told)
  })
}
