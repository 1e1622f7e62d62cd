import type { Manifest, Stage } from '../open-stage.ts'

const MESSAGES_SHOWN = 300

/** Everything the page draws, whoever looks at it: the page shows each person what that person would see. */
export function toPageState({ slack, agent, github, bot, manifest, openedAtMs }: Stage) {
  const people = slack.people()
  const channels = slack.channels()
  return {
    /** Whatever the page remembers of another one is of no use. */
    openedAtMs,
    workspace: 'Acme',
    bot: bot.status(),
    app: toAppFacts(slack.botUserId, manifest),
    people,
    channels,
    messages: Object.fromEntries(channels.map(({ id }) => [id, slack.messages(id).slice(-MESSAGES_SHOWN)])),
    ephemerals: slack.ephemerals().slice(-MESSAGES_SHOWN),
    views: Object.fromEntries(people.map(({ id }) => [id, slack.views(id)])),
    homes: Object.fromEntries(people.map(({ id }) => [id, slack.homeOf(id) ?? null])),
    slackFaults: slack.faults(),
    agent: agent.snapshot(),
    github: github.snapshot(),
    nowMs: Date.now()
  }
}

function toAppFacts(userId: string, { display_information, features }: Manifest) {
  return {
    userId,
    name: display_information.name,
    commands: features.slash_commands.map(({ command, usage_hint, description }) => ({
      name: command,
      usage: usage_hint,
      about: description
    })),
    messageShortcuts: shortcutsOf(features, 'message'),
    globalShortcuts: shortcutsOf(features, 'global')
  }
}

const shortcutsOf = ({ shortcuts }: Manifest['features'], type: string) =>
  shortcuts
    .filter(shortcut => shortcut.type === type)
    .map(({ name, callback_id }) => ({ name, callbackId: callback_id }))
