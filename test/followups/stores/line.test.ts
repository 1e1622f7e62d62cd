import { expect, it } from 'vitest'
import {
  decideAfterCrash,
  reject,
  release,
  startSending,
  startWaiting
} from '../../../src/followups/model/decide-send.ts'
import { stopWatching } from '../../../src/followups/model/decide-watch.ts'
import { type Followup, isDeferred, isIn } from '../../../src/followups/model/followup.ts'
import { insertFollowups, saveProgress } from '../../../src/followups/stores/followup-store.ts'
import { lockJob, saveSeen } from '../../../src/followups/stores/job-store.ts'
import { findLine, firstInLine } from '../../../src/followups/stores/line-store.ts'
import { findAllReady } from '../../../src/followups/stores/ready-store.ts'
import { awaitWaiting } from '../../support/await-waiting.ts'
import { openDatabase } from '../../support/open-database.ts'
import { createTestDatabase } from '../../support/test-database.ts'
import { NOW } from '../a-followup.ts'

const KEY = { projectId: 'project-1', jobId: 'job_8f2' }
const WRITTEN = {
  ...KEY,
  teamId: 'T1',
  channelId: 'C1',
  threadTs: '1.000001',
  replyTs: null,
  responseUrl: null,
  requesterId: 'U0ANA',
  prompt: 'add examples'
}

it('lets nothing pass what is on its way, not even a follow-up whose time came before that was written', async () => {
  const { database } = await createTestDatabase()
  const save = (followup: Followup) => database.transaction(sql => saveProgress(sql, followup))
  const [timed, written] = await database.transaction(sql =>
    insertFollowups(sql, [
      { ...WRITTEN, writtenAtMs: NOW - 60_000, wait: { why: 'time', untilMs: NOW } },
      { ...WRITTEN, writtenAtMs: NOW + 500 }
    ])
  )
  if (timed === undefined || !isDeferred(timed) || written === undefined) throw new Error('Nothing was stored')
  const waiting = startWaiting(timed)
  await save(waiting)
  const sending = startSending(written, 'task', {}, NOW + 600)
  await save(sending)
  await save({ ...release(waiting, NOW), version: 1 })
  expect((await findLine(database, KEY, { nowMs: NOW + 700 })).first?.id).toBe(written.id)
  const isFirst = async (nowMs: number) => (await findAllReady(database, [{ id: timed.id, nowMs }]))[0]?.isFirst
  expect(await isFirst(NOW + 700)).toBe(false)
  await save({ ...reject(sending, { reason: 'invalid' }, NOW), version: 1 })
  expect(await isFirst(NOW + 800)).toBe(true)
  expect((await firstInLine(database, KEY, []))?.id).toBe(timed.id)
})

it('counts on work that nobody watches any more for half an hour after it was sent', async () => {
  const { database } = await createTestDatabase()
  const save = (followup: Followup) => database.transaction(sql => saveProgress(sql, followup))
  const [written] = await database.transaction(sql => insertFollowups(sql, [{ ...WRITTEN, writtenAtMs: NOW }]))
  if (written === undefined) throw new Error('Nothing was stored')
  const sending = startSending(written, 'task', {}, NOW)
  await save(sending)
  const watched = { ...decideAfterCrash(sending), version: 1 }
  await save(watched)
  if (!isIn(watched, 'watching')) throw new Error('It is not watched')
  await save({ ...stopWatching(watched, 'sent again', NOW), version: 2 })
  const inPlay = async (minutes: number) =>
    (await findLine(database, KEY, { nowMs: NOW + minutes * 60_000 })).inPlay.length
  expect([await inPlay(29), await inPlay(31)]).toEqual([1, 0])
})

it.for([
  ['known', true],
  ['new', false]
] as const)(
  'lets nobody else near the line of a %s job, and tells the next one what was stored',
  async ([, isKnown]) => {
    const { database, url } = await createTestDatabase()
    // Within one process, steps of one job take turns before they ask for the lock.
    const elsewhere = openDatabase(url)
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
