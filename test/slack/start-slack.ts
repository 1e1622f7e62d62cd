import { onTestFinished } from 'vitest'
import { createStandInSlack, type StandInSlackOptions } from '../../sandbox/slack/stand-in-slack.ts'
import { createSlackLogger } from '../../src/slack/bolt.ts'
import { createSlackClient } from '../../src/slack/slack-client.ts'

/** A stand-in Slack with one person in one channel, and the app's client for it. */
export async function startSlack(options: StandInSlackOptions = {}) {
  const stand = await createStandInSlack(options)
  onTestFinished(() => stand.stop())
  const ana = stand.addPerson({ name: 'Ana' }).id
  const docs = stand.addChannel({ name: 'docs', members: [ana] }).id
  const log: string[] = []
  const write = (_: object, words: string) => void log.push(words)
  const logger = createSlackLogger({ warn: write, error: write })
  const clientWith = (botToken: string, botUserId = stand.botUserId) =>
    createSlackClient({ botToken, botUserId, apiUrl: stand.apiUrl, logger })
  return { stand, ana, docs, log, slack: clientWith(stand.botToken), clientWith }
}
