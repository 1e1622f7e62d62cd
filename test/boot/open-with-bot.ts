import { type Office, openOffice } from '../support/office.ts'
import { type SpawnOptions, spawnBot } from '../support/spawned-bot.ts'
import { createTestDatabase } from '../support/test-database.ts'

type Transport = 'socket' | 'http'

/** The settings of a bot to which Slack delivers this way, as it does from now on. */
function deliverBy(transport: Transport, { slack, env }: Office): Record<string, string> {
  if (transport === 'socket') return {}
  slack.deliverTo({ transport, url: `http://127.0.0.1:${env.PORT}/slack/events` })
  return { SLACK_APP_TOKEN: '', SLACK_SIGNING_SECRET: slack.signingSecret }
}

type Options = SpawnOptions & {
  transport?: Transport
  /** The folder of an embedded database, in place of a new one on the shared server. */
  dataDir?: string
  /** More settings. */
  env?: Record<string, string>
  /** What is between the bot and its database. */
  behind?: (url: string) => string | Promise<string>
}

/** An office with a bot that is ready, and the settings of that bot. */
export async function openWithBot({
  transport = 'socket',
  dataDir,
  env: more,
  behind = url => url,
  ...options
}: Options = {}) {
  const office = await openOffice()
  const { url, database } = await createTestDatabase()
  const place: Record<string, string> =
    dataDir === undefined ? { DATABASE_URL: await behind(url) } : { DATA_DIR: dataDir }
  const env = { ...office.env, ...place, ...deliverBy(transport, office), ...more }
  const bot = spawnBot(env, options)
  await bot.waitUntilReady()
  return { ...office, env, url, database, bot }
}
