import { expect, it, onTestFinished } from 'vitest'
import { createDatabase } from '../../../src/database/database.ts'
import { lockJob, saveSeen } from '../../../src/followups/stores/job-store.ts'
import { awaitWaiting } from '../../support/await-waiting.ts'
import { createTestDatabase } from '../../support/test-database.ts'

const KEY = { projectId: 'project-1', jobId: 'job_8f2' }

it.for([
  ['known', true],
  ['new', false]
] as const)(
  'lets nobody else near the line of a %s job, and tells the next one what was stored',
  async ([, isKnown]) => {
    const { database, url } = await createTestDatabase()
    // Within one process, steps of one job take turns before they ask for the lock.
    const elsewhere = createDatabase({ url, onConnectionLost: () => {} })
    onTestFinished(elsewhere.close)
    if (isKnown) await database.transaction(sql => lockJob(sql, KEY))
    const order: string[] = []
    const locked = Promise.withResolvers<void>()
    const other = locked.promise.then(() =>
      elsewhere.transaction(async sql => {
        const seen = await lockJob(sql, KEY)
        order.push('second')
        return seen
      })
    )
    await database.transaction(async sql => {
      await lockJob(sql, KEY)
      locked.resolve()
      await Promise.race([other, awaitWaiting(database, 1)])
      await saveSeen(sql, KEY, { status: 'active' }, 1)
      order.push('first')
    })
    expect((await other).record).toMatchObject({ status: 'active' })
    expect(order).toEqual(['first', 'second'])
  }
)
