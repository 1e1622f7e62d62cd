import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from 'pg-boss'
import { createApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import type { FollowupDeps } from '../../src/followups/followup-deps.ts'
import type { Enqueue } from '../../src/followups/followup-tasks.ts'

// The bot as it would be without one of its promises. A chaos run that finds nothing wrong with it proves nothing.

const IN_MEMORY_MS = 700

/** Acknowledges what it only remembers: what comes next is stored a moment later. */
function remember({ enqueue, database, ...deps }: FollowupDeps): FollowupDeps {
  const later: Enqueue = async (sql, task, data, atMs) => {
    if (task !== 'forward-reply' && task !== 'post-message') return enqueue(sql, task, data, atMs)
    void sleep(IN_MEMORY_MS).then(() => enqueue(database, task, data, atMs).catch(() => {}))
  }
  return { ...deps, database, enqueue: later }
}

/** Repeats a POST whose answer was unclear. */
function resend({ agent, ...deps }: FollowupDeps): FollowupDeps {
  return {
    ...deps,
    agent: {
      ...agent,
      async sendMessage(jobId, prompt) {
        const sent = await agent.sendMessage(jobId, prompt)
        return sent.kind === 'maybe delivered' ? agent.sendMessage(jobId, prompt) : sent
      }
    }
  }
}

const quiet = () => {}
await createApp(
  loadConfig(),
  {
    clock: systemClock,
    random: Math.random,
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    around: process.env.CONTROL === 'memory' ? remember : resend
  },
  { databaseUrl: process.env.DATABASE_URL ?? '', work: true }
)
