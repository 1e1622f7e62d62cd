import { z } from 'zod'
import type { StandInSlack } from '../slack/stand-in-slack.ts'

const id = z.string().min(1)
const place = { user: id, channel: id, messageTs: id }
const element = { user: id, actionId: id, channel: id.optional(), messageTs: id.optional(), viewId: id.optional() }
const values = z.union([z.string(), z.array(z.string())])
const fault = z.strictObject({
  error: z.string().optional(),
  httpStatus: z.int().min(200).max(599).optional(),
  html: z.boolean().optional(),
  retryAfterS: z.number().nonnegative().optional(),
  delayMs: z.number().nonnegative().optional(),
  reset: z.enum(['before', 'after']).optional(),
  hang: z.boolean().optional(),
  times: z.union([z.int().positive(), z.literal('until cleared')]).optional()
})

const commandSchema = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('say'),
    user: id,
    channel: id,
    text: z.string(),
    threadTs: id.optional(),
    broadcast: z.boolean().optional(),
    files: z.array(z.strictObject({ name: id, mimetype: id.optional() })).optional()
  }),
  z.strictObject({ do: z.literal('command'), user: id, channel: id, text: z.string(), command: id.optional() }),
  z.strictObject({ do: z.literal('press'), ...element, value: z.string().optional() }),
  z.strictObject({ do: z.literal('select'), ...element, value: values }),
  z.strictObject({ do: z.literal('react'), ...place, name: id }),
  z.strictObject({ do: z.literal('unreact'), ...place, name: id }),
  z.strictObject({ do: z.literal('edit'), ...place, text: z.string() }),
  z.strictObject({ do: z.literal('remove'), channel: id, messageTs: id }),
  z.strictObject({ do: z.literal('invite'), channel: id, user: id.optional() }),
  z.strictObject({ do: z.literal('remove from'), channel: id, user: id.optional() }),
  z.strictObject({ do: z.literal('submit view'), user: id, values: z.record(z.string(), values).optional() }),
  z.strictObject({ do: z.literal('close view'), user: id }),
  z.strictObject({
    do: z.literal('shortcut'),
    user: id,
    callbackId: id,
    channel: id.optional(),
    messageTs: id.optional()
  }),
  z.strictObject({ do: z.literal('open home'), user: id }),
  z.strictObject({ do: z.literal('fail'), method: id, fault }),
  z.strictObject({ do: z.literal('clear faults') }),
  z.strictObject({ do: z.literal('close sockets') })
])

/** The entry point for the page or a person's script: what people do in Slack, and how Slack misbehaves. */
export async function runSlackCommand(slack: StandInSlack, input: unknown): Promise<unknown> {
  const command = commandSchema.parse(input)
  switch (command.do) {
    case 'say':
      return slack.say(command)
    case 'command':
      return slack.command(command)
    case 'press':
      return slack.press(command)
    case 'select':
      return slack.select(command)
    case 'react':
      return slack.react(command)
    case 'unreact':
      return slack.unreact(command)
    case 'edit':
      return slack.edit(command)
    case 'remove':
      return slack.remove(command)
    case 'invite':
      return slack.invite(command.channel, command.user)
    case 'remove from':
      return slack.removeFrom(command.channel, command.user)
    case 'submit view':
      return slack.submitView(command)
    case 'close view':
      return slack.closeView(command)
    case 'shortcut':
      return slack.shortcut(command)
    case 'open home':
      return slack.openHome(command)
    case 'fail':
      return slack.fail(command.method, command.fault)
    case 'clear faults':
      return slack.clearFaults()
    case 'close sockets':
      return slack.closeSockets()
  }
}
