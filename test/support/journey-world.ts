import type { createApp } from '../../src/app.ts'
import type { Config } from '../../src/config.ts'
import type { FollowupDeps } from '../../src/followups/followup-deps.ts'
import { createSlackLogger } from '../../src/slack/bolt.ts'
import { createSlackClient } from '../../src/slack/slack-client.ts'
import type { LogLine } from './find-leaks.ts'
import { skewClocks } from './skew-clocks.ts'
import type { TestClock } from './test-clock.ts'
import { withAgent } from './with-agent.ts'

export type WorldOptions = {
  /** How long a call to Slack may take, if a test lets one hang. */
  slackTimeoutMs?: number
  /** How far the bot's clock is ahead of everybody else's, including the database's. */
  skewMs?: number
  /** How long the process has run, if a test pauses it. */
  awakeMs?: () => number
  /** Wraps the steps' dependencies, if a test makes one fail. */
  wrap?: (deps: FollowupDeps) => FollowupDeps
}

type Part = 'agent' | 'database' | 'people' | 'slack'

/** For `wrap`: one call of the steps is replaced by what a test makes of it. */
export function around<P extends Part, Call extends keyof FollowupDeps[P]>(
  part: P,
  call: Call,
  change: (call: FollowupDeps[P][Call], deps: FollowupDeps) => FollowupDeps[P][Call]
): (deps: FollowupDeps) => FollowupDeps {
  return deps => ({ ...deps, [part]: { ...deps[part], [call]: change(deps[part][call], deps) } })
}

// A hanging service costs a test a moment, not the half minute it costs the bot.
const BOUNDS = { responseMs: 400, wholeMs: 1_000 }

type World = Parameters<typeof createApp>[1]

/** What a journey's app gets instead of time, chance and patience. */
export function createWorld(clock: TestClock, config: Config, log: LogLine[], options: WorldOptions): World {
  const { slackTimeoutMs, skewMs = 0, wrap = (deps: FollowupDeps) => deps, awakeMs = () => 0 } = options
  const write = (level: string) => (facts: object, words: string) => void log.push({ level, words, ...facts })
  return {
    ...skewClocks(clock, skewMs),
    awakeMs,
    random: () => 0.5,
    log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
    wrap: deps =>
      wrap({
        ...withAgent(config, { bounds: BOUNDS, firstRetryMs: 1 })(deps),
        ...(slackTimeoutMs !== undefined && {
          slack: createSlackClient({
            ...config.slack,
            botUserId: deps.botUserId,
            logger: createSlackLogger(deps.log),
            onAnswer: deps.metrics.slackAnswered,
            timeoutMs: slackTimeoutMs,
            monotonicMs: deps.monotonicMs
          })
        })
      })
  }
}
