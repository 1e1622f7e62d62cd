import { z } from 'zod'
import { faultSchema as agentFaultSchema, faultTargetSchema } from '../agent/fault.ts'
import { finishOptionsSchema } from '../agent/job-book.ts'
import type { StandInAgent } from '../agent/stand-in-agent.ts'
import { jobPatchSchema, newJobSchema } from '../agent/stand-in-job.ts'
import type { BotProcess } from '../bot-process.ts'
import { pullRequestPatchSchema, type StandInGithub } from '../host/stand-in-github.ts'
import { faultSchema as slackFaultSchema } from '../slack/fault.ts'
import type { StandInSlack } from '../slack/stand-in-slack.ts'

type Command<Target> = (target: Target, fields: unknown) => unknown

/** For a table of commands that do something to a target: what each takes, and what it does with it. */
function commandsOn<Target>() {
  return <Fields extends z.ZodRawShape>(
    fields: Fields,
    act: (target: Target, given: z.output<z.ZodObject<Fields, z.core.$strict>>) => unknown
  ): Command<Target> => {
    const schema = z.strictObject(fields)
    return (target, given) => act(target, schema.parse(given))
  }
}

/** Runs what a page or a person's script asks for: `{ "do": name, … }`, which is JSON from outside. */
function commandRunner<Target>(commands: Record<string, Command<Target>>) {
  const schema = z.looseObject({ do: z.enum(Object.keys(commands)) })
  return async (target: Target, input: unknown): Promise<unknown> => {
    const { do: name, ...fields } = schema.parse(input)
    return commands[name]?.(target, fields)
  }
}

const id = z.string().min(1)
const forAgent = commandsOn<StandInAgent>()
const forBot = commandsOn<BotProcess>()
const forGithub = commandsOn<StandInGithub>()
const forSandbox = commandsOn<{ reset: () => Promise<void> }>()
const forSlack = commandsOn<StandInSlack>()

/** What is done to the jobs, and how the service misbehaves. */
export const runAgentCommand = commandRunner({
  'add job': forAgent({ job: newJobSchema }, (agent, { job }) => agent.addJob(job)),
  'set job': forAgent({ id, patch: jobPatchSchema }, (agent, given) => agent.setJob(given.id, given.patch)),
  finish: forAgent({ id, options: finishOptionsSchema.optional() }, (agent, given) =>
    agent.finish(given.id, given.options)
  ),
  'fail job': forAgent({ id }, (agent, given) => agent.failJob(given.id)),
  archive: forAgent({ id }, (agent, given) => agent.archive(given.id)),
  fail: forAgent({ target: faultTargetSchema, fault: agentFaultSchema }, (agent, { target, fault }) =>
    agent.fail(target, fault)
  ),
  'clear faults': forAgent({ id: id.optional() }, (agent, given) => agent.clearFaults(given.id)),
  'use budget': forAgent({ times: z.int().positive() }, (agent, { times }) => agent.useBudget(times)),
  'refill budget': forAgent({}, agent => agent.refillBudget()),
  'refuse connections': forAgent({}, agent => agent.refuseConnections()),
  'accept connections': forAgent({}, agent => agent.acceptConnections())
})

export const runBotCommand = commandRunner({
  kill: forBot({}, bot => bot.kill()),
  start: forBot({}, bot => bot.start())
})

/** What people and checks do to pull requests. */
export const runGithubCommand = commandRunner({
  'set pull request': forGithub({ link: z.string(), patch: pullRequestPatchSchema }, (github, { link, patch }) =>
    github.setPullRequest(link, patch)
  )
})

export const runSandboxCommand = commandRunner({ reset: forSandbox({}, sandbox => sandbox.reset()) })

const place = { user: id, channel: id, messageTs: id }
const element = {
  user: id,
  actionId: id,
  channel: id.optional(),
  messageTs: id.optional(),
  inChannel: z.boolean().optional(),
  viewId: id.optional()
}
const values = z.union([z.string(), z.array(z.string())])
const said = {
  user: id,
  channel: id,
  text: z.string(),
  threadTs: id.optional(),
  broadcast: z.boolean().optional(),
  files: z.array(z.strictObject({ name: id, content: z.string().optional() })).optional(),
  forwarded: z.string().optional()
}

/** What people do in Slack, and how Slack misbehaves. */
export const runSlackCommand = commandRunner({
  say: forSlack(said, (slack, given) => slack.say(given)),
  command: forSlack({ user: id, channel: id, text: z.string(), command: id.optional() }, (slack, given) =>
    slack.command(given)
  ),
  press: forSlack({ ...element, value: z.string().optional() }, (slack, given) => slack.press(given)),
  select: forSlack({ ...element, value: values }, (slack, given) => slack.select(given)),
  suggest: forSlack({ ...element, query: z.string() }, (slack, given) => slack.suggest(given)),
  react: forSlack({ ...place, name: id }, (slack, given) => slack.react(given)),
  unreact: forSlack({ ...place, name: id }, (slack, given) => slack.unreact(given)),
  edit: forSlack({ ...place, text: z.string() }, (slack, given) => slack.edit(given)),
  remove: forSlack({ channel: id, messageTs: id }, (slack, given) => slack.remove(given)),
  invite: forSlack({ channel: id, user: id.optional() }, (slack, { channel, user }) => slack.invite(channel, user)),
  'submit view': forSlack({ user: id, values: z.record(z.string(), values).optional() }, (slack, given) =>
    slack.submitView(given)
  ),
  'close view': forSlack({ user: id }, (slack, given) => slack.closeView(given)),
  shortcut: forSlack({ user: id, callbackId: id, channel: id.optional(), messageTs: id.optional() }, (slack, given) =>
    slack.shortcut(given)
  ),
  'open home': forSlack({ user: id, tab: z.enum(['home', 'messages']).optional() }, (slack, given) =>
    slack.openHome(given)
  ),
  fail: forSlack({ method: id, fault: slackFaultSchema }, (slack, { method, fault }) => slack.fail(method, fault)),
  'clear faults': forSlack({ id: id.optional() }, (slack, given) => slack.clearFaults(given.id)),
  'close sockets': forSlack({}, slack => slack.closeSockets())
})
