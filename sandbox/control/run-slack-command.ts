import { z } from 'zod'
import { commandRunner, commandsOn } from '../shared/command-table.ts'
import { faultSchema } from '../slack/fault.ts'
import type { StandInSlack } from '../slack/stand-in-slack.ts'

const id = z.string().min(1)
const place = { user: id, channel: id, messageTs: id }
const where = {
  channel: id.optional(),
  messageTs: id.optional(),
  inChannel: z.boolean().optional(),
  viewId: id.optional()
}
const element = { user: id, actionId: id, ...where }
const values = z.union([z.string(), z.array(z.string())])
const said = {
  user: id,
  channel: id,
  text: z.string(),
  threadTs: id.optional(),
  broadcast: z.boolean().optional(),
  files: z.array(z.strictObject({ name: id, mimetype: id.optional() })).optional(),
  forwarded: z.string().optional()
}
const shortcut = { user: id, callbackId: id, channel: id.optional(), messageTs: id.optional() }
const takes = commandsOn<StandInSlack>()

/** What people do in Slack, and how Slack misbehaves. */
export const runSlackCommand = commandRunner({
  say: takes(said, (slack, given) => slack.say(given)),
  command: takes({ user: id, channel: id, text: z.string(), command: id.optional() }, (slack, given) =>
    slack.command(given)
  ),
  press: takes({ ...element, value: z.string().optional() }, (slack, given) => slack.press(given)),
  select: takes({ ...element, value: values }, (slack, given) => slack.select(given)),
  suggest: takes({ ...element, query: z.string() }, (slack, given) => slack.suggest(given)),
  react: takes({ ...place, name: id }, (slack, given) => slack.react(given)),
  unreact: takes({ ...place, name: id }, (slack, given) => slack.unreact(given)),
  edit: takes({ ...place, text: z.string() }, (slack, given) => slack.edit(given)),
  remove: takes({ channel: id, messageTs: id }, (slack, given) => slack.remove(given)),
  invite: takes({ channel: id, user: id.optional() }, (slack, { channel, user }) => slack.invite(channel, user)),
  'remove from': takes({ channel: id, user: id.optional() }, (slack, { channel, user }) =>
    slack.removeFrom(channel, user)
  ),
  'submit view': takes({ user: id, values: z.record(z.string(), values).optional() }, (slack, given) =>
    slack.submitView(given)
  ),
  'close view': takes({ user: id }, (slack, given) => slack.closeView(given)),
  shortcut: takes(shortcut, (slack, given) => slack.shortcut(given)),
  'open home': takes({ user: id, tab: z.enum(['home', 'messages']).optional() }, (slack, given) =>
    slack.openHome(given)
  ),
  fail: takes({ method: id, fault: faultSchema }, (slack, { method, fault }) => slack.fail(method, fault)),
  'clear faults': takes({ id: id.optional() }, (slack, given) => slack.clearFaults(given.id)),
  'close sockets': takes({}, slack => slack.closeSockets())
})
