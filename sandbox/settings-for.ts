import type { StandInAgent } from './agent/stand-in-agent.ts'
import type { StandInSlack } from './slack/stand-in-slack.ts'

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
