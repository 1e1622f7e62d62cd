import { expect, it } from 'vitest'
import type { Enqueue } from '../../../src/followups/followup-tasks.ts'
import { startAnew } from '../../../src/followups/moves/start-in-place-of.ts'
import { findByReply, type NewFollowup } from '../../../src/followups/stores/followup-store.ts'
import { saveMarks } from '../../../src/followups/stores/mark-store.ts'
import { startQueue } from '../../queue/start-queue.ts'
import { TestClock } from '../../support/test-clock.ts'
import { NOW } from '../a-followup.ts'

const REPLY: NewFollowup = {
  teamId: 'T1',
  projectId: 'project-1',
  channelId: 'C1',
  jobId: 'job_8f2',
  threadTs: null,
  replyTs: '2.000001',
  responseUrl: null,
  requesterId: 'U0BEN',
  prompt: 'shorten it',
  fileCount: 0,
  writtenAtMs: NOW
}

it('sends a reply once more only if what it was sent as was cancelled, and keeps its mark', async () => {
  const { database, queue } = await startQueue(new TestClock(NOW), {})
  const enqueue: Enqueue = (sql, task, data, { atMs, projectId: owner, taskId: id } = {}) =>
    queue.enqueue(sql, task, data, { atMs, owner, id })
  const start = () => database.transaction(sql => startAnew({ enqueue, now: () => NOW }, sql, REPLY))
  const owner = () => findByReply(database, 'T1', 'C1', '2.000001')

  const first = await start()
  expect([await start(), (await owner())?.id]).toEqual([undefined, first?.id])

  await database.query(`update followup.followup set progress = '{"state": "cancelled", "atMs": 0}'`)
  if (first) await saveMarks(database, first, ['double_vertical_bar'])
  const second = await start()
  expect(second?.id).not.toBe(first?.id)
  expect(await owner()).toMatchObject({ id: second?.id, marks: ['double_vertical_bar'] })
})
