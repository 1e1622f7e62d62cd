import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'
import { talkEverywhere } from './talk-everywhere.ts'
import { talkInOneThread } from './talk-in-one-thread.ts'

const MINUTE_MS = 60_000

browserTest('lets a team go through a whole day', { guide: false, timeoutMs: 8 * MINUTE_MS }, async stage => {
  const steps = Object.entries({ ...talkInOneThread(stage), ...talkEverywhere(stage) })
  expect(steps.length).toBeGreaterThanOrEqual(20)
  for (const [what, act] of steps)
    await act().catch((error: unknown) => {
      throw new Error(`${what}: ${error instanceof Error ? error.message : error}`, { cause: error })
    })
})
