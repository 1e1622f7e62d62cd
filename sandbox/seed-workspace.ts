import type { StandInAgent } from './agent/stand-in-agent.ts'
import type { StandInSlack } from './slack/stand-in-slack.ts'

export const PEOPLE = { ana: 'U0ANA', ben: 'U0BEN', gina: 'U0GINA', otto: 'U0OTTO' }
const CHANNELS = { docs: 'C0DOCS', core: 'C0CORE', random: 'C0RANDOM', partners: 'C0PARTNERS' }

/** A small company: who is there, where they talk, and the jobs their agents have. */
export async function seedWorkspace(slack: StandInSlack, agent: StandInAgent): Promise<void> {
  const { ana, ben, gina, otto } = PEOPLE
  // The page draws times by this machine's clock.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  slack.addPerson({ id: ana, name: 'Ana', timeZone })
  slack.addPerson({ id: ben, name: 'Ben', timeZone })
  slack.addPerson({ id: gina, name: 'Gina', kind: 'guest', timeZone })
  slack.addPerson({ id: otto, name: 'Otto', kind: 'outsider', timeZone })
  slack.addChannel({ id: CHANNELS.docs, name: 'docs', members: [ana, ben, gina] })
  slack.addChannel({ id: CHANNELS.random, name: 'random', members: [ana, ben, gina], botIsMember: false })
  slack.addChannel({ id: CHANNELS.core, name: 'quickstart-core', kind: 'private', members: [ana, ben] })
  slack.addChannel({ id: CHANNELS.partners, name: 'partners', members: [ana, otto] })
  for (const person of Object.values(PEOPLE).filter(id => id !== otto)) slack.directChannel(person)

  const said = [
    {
      user: ben,
      channel: CHANNELS.docs,
      text: 'The new quickstart is on `agent/quickstart`. Reads well so far :eyes:'
    },
    { user: ana, channel: CHANNELS.docs, text: 'Nice. It says nothing about errors yet, I will ask the agent.' },
    { user: ben, channel: CHANNELS.random, text: 'Nobody has invited the bot here yet. See what it says.' },
    { user: ana, channel: CHANNELS.core, text: 'A private channel, and the bot is in it.' },
    { user: otto, channel: CHANNELS.partners, text: 'Hello from the other company.' }
  ]
  for (const each of said) await slack.say(each)

  addJobs(agent)
}

function addJobs(agent: StandInAgent): void {
  const docs = { repository: 'https://github.com/acme/docs', model: 'large-1', createdAt: '2026-11-18T09:30:00Z' }
  agent.addJob({
    id: 'job_8f2',
    ...docs,
    ref: 'agent/quickstart',
    life: { worksMs: 20_000, pullRequest: `${docs.repository}/pull/12` }
  })
  agent.addJob({ id: 'job_31c', ...docs, ref: 'agent/changelog', life: { worksMs: 20_000, pullRequest: false } })
  agent.addJob({ id: 'job_77a', ...docs, ref: 'agent/search', life: { worksMs: 20_000, ends: 'failed' } })
  agent.addJob({
    id: 'job_c90',
    repository: 'https://github.com/acme/shop',
    ref: 'agent/checkout',
    model: 'small-2',
    life: { worksMs: 20_000, pullRequest: 'https://github.com/acme/shop/pull/7', linkLateMs: 25_000 }
  })
}

/** What a bot needs to know to work with both stand-ins, over Socket Mode. Where it stores and listens is not said. */
export function settingsFor(slack: StandInSlack, agent: StandInAgent) {
  return {
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_API_URL: slack.apiUrl,
    AGENT_API_URL: agent.url,
    AGENT_PROJECT_ID: agent.projectId,
    AGENT_API_KEY: agent.apiKey
  }
}
