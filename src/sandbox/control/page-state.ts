import type { StandInAgent } from '../agent/stand-in-agent.ts'
import type { BotProcess } from '../bot-process.ts'
import type { StandInSlack } from '../slack/stand-in-slack.ts'

export type Stage = { slack: StandInSlack; agent: StandInAgent; bot: BotProcess }

const MESSAGES_SHOWN = 300

/** Everything the page draws, whoever looks at it: the page shows each person what that person would see. */
export function toPageState({ slack, agent, bot }: Stage) {
  const people = slack.people()
  const channels = slack.channels()
  return {
    workspace: 'Acme',
    bot: bot.status(),
    app: { userId: slack.botUserId, name: 'Agent Follow-up', commands: [COMMAND] },
    people,
    channels,
    messages: Object.fromEntries(channels.map(({ id }) => [id, slack.messages(id).slice(-MESSAGES_SHOWN)])),
    ephemerals: slack.ephemerals().slice(-MESSAGES_SHOWN),
    views: Object.fromEntries(people.map(({ id }) => [id, slack.views(id)])),
    homes: Object.fromEntries(people.map(({ id }) => [id, slack.homeOf(id) ?? null])),
    slackFaults: slack.faults(),
    agent: agent.snapshot(),
    nowMs: Date.now()
  }
}

const COMMAND = {
  name: '/agent-followup',
  usage: '<jobId> <what the agent should do>',
  about: 'Send a follow-up to an agent job'
}
