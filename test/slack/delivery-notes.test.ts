import { expect, it } from 'vitest'
import { deliveredBefore, forget } from '../../src/followups/stores/forget-store.ts'
import { createDeliveryNotes } from '../../src/slack/delivery-store.ts'
import { createTestDatabase } from '../support/test-database.ts'

const DAY_MS = 24 * 3_600_000
const MESSAGE = { type: 'event_callback', event: { type: 'message', channel: 'C0DOCS' } }

it('remembers when each kind of delivery came last, with one write in ten minutes, for longer than a delivery', async () => {
  const { database } = await createTestDatabase()
  let nowMs = DAY_MS
  let writes = 0
  const counting = {
    ...database,
    query(...asked: Parameters<typeof database.query>) {
      writes += 1
      return database.query(...asked)
    }
  }
  const note = createDeliveryNotes(counting, () => nowMs)
  const latest = async () =>
    (await database.query('select key, at_ms from followup.delivery order by key')).map(Object.values)
  for (const body of [MESSAGE, { command: '/agent-followup' }, MESSAGE, { type: 'block_actions' }]) note(body)
  await expect.poll(latest).toEqual([
    ['latest:block_actions', String(DAY_MS)],
    ['latest:command', String(DAY_MS)],
    ['latest:message', String(DAY_MS)]
  ])
  nowMs += 9 * 60_000
  note(MESSAGE)
  expect(writes).toBe(3)
  nowMs += 60_000
  note(MESSAGE)
  await expect.poll(async () => (await latest()).at(-1)).toEqual(['latest:message', String(nowMs)])
  expect(writes).toBe(4)
  await forget(database, deliveredBefore(nowMs + 100 * DAY_MS))
  expect(await latest()).toHaveLength(3)
})
