import { onTestFinished } from 'vitest'
import { createStandInSlack, type StandInSlackOptions } from '../../sandbox/slack/stand-in-slack.ts'
import { createSlackClient } from '../../src/slack/slack-client.ts'
import { createNotingLogger } from './noting-logger.ts'

/** The app's client for a Slack at this address. */
export const slackAt = (apiUrl: string, more: { botToken?: string; botUserId?: string; timeoutMs?: number } = {}) =>
  createSlackClient({ botToken: 'xoxb-1', botUserId: 'U0BOT', apiUrl, logger: createNotingLogger().logger, ...more })

/** A stand-in Slack with one person in one channel, and the app's client for it. */
export async function startSlack(options: StandInSlackOptions = {}) {
  const stand = await createStandInSlack(options)
  onTestFinished(() => stand.stop())
  const ana = stand.addPerson({ name: 'Ana' }).id
  const docs = stand.addChannel({ name: 'docs', members: [ana] }).id
  const { log, logger } = createNotingLogger()
  const clientWith = (botToken: string, botUserId = stand.botUserId) =>
    createSlackClient({ botToken, botUserId, apiUrl: stand.apiUrl, logger })
  return { stand, ana, docs, log, slack: clientWith(stand.botToken), clientWith }
}
