import { expect } from 'vitest'
import { createDatabase } from '../../../src/database/database.ts'
import { rememberWork } from '../../support/usual-work.ts'
import { browserTest } from './browser-test.ts'
import { talkEverywhere } from './talk-everywhere.ts'
import { talkInOneThread } from './talk-in-one-thread.ts'

const MINUTE_MS = 60_000
const REPOSITORY = 'https://github.com/acme/docs'

browserTest('lets a team go through a whole day', { guide: false, timeoutMs: 8 * MINUTE_MS }, async stage => {
  const database = createDatabase({ url: stage.databaseUrl, onConnectionLost: () => {} })
  await rememberWork(
    database,
    REPOSITORY,
    [6, 6, 8, 9, 10, 14].map(minutes => minutes * MINUTE_MS)
  )
  await database.close()
  const steps = [...talkInOneThread(stage), ...talkEverywhere(stage)]
  expect(steps.length).toBeGreaterThanOrEqual(20)
  for (const [what, act] of steps)
    await act().catch((error: unknown) => {
      throw new Error(`${what}: ${error instanceof Error ? error.message : error}`, { cause: error })
    })
})
