import { parseConfig } from '../../src/config.ts'
import { StartError } from '../../src/errors.ts'

/** All that must be set. */
export const GOOD = {
  SLACK_BOT_TOKEN: 'xoxb-canary-bot',
  SLACK_APP_TOKEN: 'xapp-canary-app',
  AGENT_API_URL: 'https://agents.example.com',
  AGENT_PROJECT_ID: 'project-1',
  AGENT_API_KEY: 'svc_canary-key'
}
type Env = Record<string, string | undefined>

export function reportOf(env: Env): string {
  try {
    parseConfig(env)
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
  return 'nothing to complain about'
}

/** The report's line about one setting. */
export const complaint = (env: Env, name: string) =>
  reportOf(env)
    .split('\n')
    .find(line => line.startsWith(`  ${name} `))
    ?.trim()
