import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config.ts'
import { systemClock } from '../../src/database/clock.ts'
import type { FollowupDeps } from '../../src/followups/followup-deps.ts'
import { quietLog } from '../support/quiet-log.ts'
import { CONTROLS } from './chaos-options.ts'

// The bot without one of its promises. A chaos run that finds nothing wrong with it proves nothing.

const IN_MEMORY_MS = 700
const STANDS_STILL_SHARE = 0.2
// Longer than any other process waits before it takes over.
const STANDS_STILL_MS = 25_000
const EARLY_MS = 20_000

const NOT_YET = new Error('Not stored yet')
let ofTheTasks: FollowupDeps | undefined

/** Acknowledges what is only in memory, and stores it a moment later. The tasks, whose part the app makes first, stay as they are. */
function remember(deps: FollowupDeps): FollowupDeps {
  ofTheTasks ??= deps
  if (deps === ofTheTasks) return deps
  const { database } = deps
  return {
    ...deps,
    database: {
      ...database,
      async transaction(work) {
        const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof work>>>()
        await database
          .transaction(async sql => {
            resolve(await work(sql))
            throw NOT_YET
          })
          .catch(error => error === NOT_YET || reject(error))
        void sleep(IN_MEMORY_MS).then(() => database.transaction(work).catch(() => {}))
        return promise
      }
    }
  }
}

/** Repeats a POST whose answer was unclear. */
function resend({ agent, ...deps }: FollowupDeps): FollowupDeps {
  return {
    ...deps,
    agent: {
      ...agent,
      async sendMessage(job, prompt) {
        const sent = await agent.sendMessage(job, prompt)
        return sent.kind === 'maybe delivered' ? agent.sendMessage(job, prompt) : sent
      }
    }
  }
}

/** Pauses between its claim and its POST, and ignores the time that has passed. */
function sendLate({ agent, ...deps }: FollowupDeps): FollowupDeps {
  return {
    ...deps,
    agent: {
      ...agent,
      sendMessage(job, prompt) {
        // The whole process pauses, heartbeats included, as if suspended.
        if (Math.random() < STANDS_STILL_SHARE)
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STANDS_STILL_MS)
        return agent.sendMessage(job, prompt)
      }
    }
  }
}

/** Takes the time for later than it is. */
function sendEarly({ now, enqueue, ...deps }: FollowupDeps): FollowupDeps {
  return {
    ...deps,
    now: () => now() + EARLY_MS,
    enqueue: (sql, task, data, plan = {}) => {
      const { atMs, ...rest } = plan
      return enqueue(sql, task, data, { ...rest, ...(atMs !== undefined && { atMs: atMs - EARLY_MS }) })
    }
  }
}

/** Forgets that somebody deleted a message. */
function ignoreDeletions({ enqueue, ...deps }: FollowupDeps): FollowupDeps {
  return {
    ...deps,
    enqueue: async (sql, task, data, plan) => {
      const ts = 'ts' in data ? data.ts : undefined
      const gone = await sql.query('select from followup.inbox where is_deleted and is_open and ts = $1', [ts])
      if (task !== 'read-message' || gone.length === 0) await enqueue(sql, task, data, plan)
    }
  }
}

const WEAKNESSES: Record<(typeof CONTROLS)[number], (deps: FollowupDeps) => FollowupDeps> = {
  memory: remember,
  resend,
  late: sendLate,
  early: sendEarly,
  deaf: ignoreDeletions
}
const wrap = WEAKNESSES[z.enum(CONTROLS).parse(process.env.CONTROL)]
await createApp(
  parseConfig(),
  {
    clock: systemClock,
    monotonicMs: () => performance.now(),
    random: Math.random,
    log: quietLog(),
    wrap
  },
  { databaseUrl: process.env.DATABASE_URL ?? '', work: true }
)
