import type { App } from '@slack/bolt'
import { z } from 'zod'
import { storableText } from './database/storable-text.ts'
import { errorWords, StorageUnclear } from './errors.ts'
import { answerCommand, type CommandDeps } from './followups/answer-command.ts'
import { notDoneMessage, perhapsDoneMessage } from './followups/messages/private-messages.ts'
import { pressedTooLateMessage, readTooLateMessage } from './followups/messages/refusal-messages.ts'
import { buttons, pressButton } from './followups/press-button.ts'
import { receiveMention, receiveMessage } from './followups/receive-event.ts'
import { respond } from './followups/tell.ts'
import type { SlackMessage } from './slack/blocks.ts'
import type { PauseWatch } from './slack/pause-watch.ts'
import { decodeSlackText } from './slack/slack-text.ts'

/** TABLE 1: what people can do in Slack → the function that answers. The manifest is compared with it. */
export const listeners = {
  commands: { '/agent-followup': answerCommand },
  events: { message: receiveMessage, app_mention: receiveMention },
  buttons,
  /** Buttons that only open an address: Slack still expects an acknowledgement. */
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

const pressBody = z.object({
  user: z.object({ id: z.string(), team_id: z.string().optional() }),
  team: z.object({ id: z.string() }).nullish(),
  container: z.object({ message_ts: z.string(), channel_id: z.string(), thread_ts: z.string().optional() }),
  actions: z.tuple(
    [z.object({ action_id: z.string(), action_ts: z.string(), value: z.string().default('') })],
    z.unknown()
  ),
  response_url: z.string()
})

export function registerListeners(app: App, deps: CommandDeps, pauses: PauseWatch): void {
  /** Slack may no longer be waiting for the acknowledgement: what there is to say goes another way. */
  async function answerLate(ack: () => Promise<void>, responseUrl: string, words: SlackMessage): Promise<void> {
    await ack().catch(() => {})
    await respond(deps, responseUrl, words)
  }

  for (const [name, answer] of Object.entries(listeners.commands)) {
    app.command(name, async ({ body, ack }) => {
      const command = commandBody.parse(body)
      const responseUrl = command.response_url
      if (pauses.mayBeLate()) return answerLate(ack, responseUrl, readTooLateMessage(decodeSlackText(command.text)))
      const reply = await answer(deps, {
        text: command.text,
        userId: command.user_id,
        userTeamId: command.team_id,
        channelId: command.channel_id,
        triggerId: command.trigger_id,
        responseUrl
      })
      await (reply.now ? ack({ response_type: 'ephemeral', ...reply.now }) : ack())
      const later = await reply.later?.()
      if (later) await respond(deps, responseUrl, later)
    })
  }

  for (const name of Object.keys(listeners.buttons)) {
    app.action(name, async ({ body, ack }) => {
      const { user, team, container, actions, response_url } = pressBody.parse(body)
      if (pauses.mayBeLate()) return answerLate(ack, response_url, pressedTooLateMessage())
      const [{ action_id, action_ts, value }] = actions
      const press = {
        actionId: action_id,
        value,
        userId: user.id,
        userTeamId: user.team_id ?? team?.id ?? deps.teamId,
        channelId: container.channel_id,
        messageTs: container.message_ts,
        threadTs: container.thread_ts ?? container.message_ts,
        actionTs: action_ts
      }
      const words = await pressButton(deps, press).catch(error => {
        deps.log.error({ button: name, error: errorWords(error) }, 'A button press could not be handled')
        return error instanceof StorageUnclear ? perhapsDoneMessage() : notDoneMessage()
      })
      await ack()
      if (words) await respond(deps, response_url, words)
    })
  }

  for (const name of listeners.links) app.action(name, async ({ ack }) => ack())
}
