import { expect, it } from 'vitest'
import type { Database } from '../../../src/database/database.ts'
import { createReceiver } from '../../../src/followups/inbox/receive.ts'
import { insertFollowups } from '../../../src/followups/stores/followup-store.ts'
import { closeMessage } from '../../../src/followups/stores/inbox-store.ts'
import { listeners } from '../../../src/listeners.ts'
import { awaitWaiting } from '../../support/await-waiting.ts'
import { heldBack } from '../../support/held-back.ts'
import { onlyDeps } from '../../support/only-deps.ts'
import { createTestDatabase } from '../../support/test-database.ts'

const REPLY = { channel: 'C1', ts: '2.000100', thread_ts: '1.000100', user: 'U0BEN', parent_user_id: 'U0BOT' }
const brought = (id: string, event: object) => ({ event_id: id, event: { type: 'message', ...event } })
const SAID = { channel: 'C1', ts: '3.000100', user: 'U0BEN', text: '<@U0BOT> job_1 look' }
const REPLY_BROUGHT = brought('Ev1', { ...REPLY, text: 'shorten it' })
const DELETION = { subtype: 'message_deleted', channel: 'C1', deleted_ts: REPLY.ts }

/** Incoming events, with the tasks that are stored for them. */
async function startReceiving() {
  const { database } = await createTestDatabase()
  const tasks: string[] = []
  const deps = {
    enqueue: async (_: unknown, task: string) => void tasks.push(task),
    now: () => Date.UTC(2026, 0, 5, 9),
    teamId: 'T1',
    botUserId: 'U0BOT',
    projectId: 'project-1'
  }
  const receiverOn = (on: Database, projectId = deps.projectId) =>
    createReceiver(onlyDeps({ ...deps, projectId, database: on }), listeners.events)
  const receiver = receiverOn(database)
  const receive = (event: object, on?: Database) => (on ? receiverOn(on) : receiver)(event)
  return { database, tasks, receive, receiverOn }
}

it.each([
  ['with what it was', { previous_message: REPLY }],
  ['without what it was', {}]
])('withdraws a reply that is deleted while it is being stored, told %s', async (_, told) => {
  const { database, tasks, receive } = await startReceiving()
  const { held, stored, letGo } = heldBack(database)
  const storing = receive(REPLY_BROUGHT, held)
  await stored
  const deleting = receive(brought('Ev2', { ...DELETION, ...told }))
  await awaitWaiting(database, 1).finally(letGo)
  await Promise.all([storing, deleting])
  expect(tasks).toEqual(['read-message', 'read-message'])
})

it('leaves what changes while it is being read to the project that reads it', async () => {
  const { database, receive, receiverOn } = await startReceiving()
  const { teamId, channel: channelId, ts, user } = { teamId: 'T1', ...SAID }
  await receive({ event_id: 'Ev1', event: { ...SAID, type: 'app_mention' } })
  const { held, stored, letGo } = heldBack(database)
  const reading = held.transaction(async sql => {
    await closeMessage(sql, { teamId, channelId, ts, editedTs: '' })
    const written = { threadTs: null, replyTs: ts, writtenInTs: null, responseUrl: null, writtenAtMs: 1 }
    const asked = { projectId: 'project-1', jobId: 'job_1', requesterId: user, prompt: 'look' }
    await insertFollowups(sql, [{ teamId, channelId, ...written, ...asked }])
  })
  await stored
  const file = { id: 'F1', name: 'log.txt', mimetype: 'text/plain', size: 4, url_private: 'https://files.slack.com/F1' }
  const withFile = receiverOn(database, 'project-2')(brought('Ev2', { ...SAID, files: [file] }))
  await awaitWaiting(database, 1).finally(letGo)
  await Promise.all([reading, withFile])
  const rows = await database.query(
    'select project_id, is_open, jsonb_array_length(files) as files from followup.inbox'
  )
  expect(rows).toEqual([{ project_id: 'project-1', is_open: true, files: 1 }])
})

it('ignores a reply whose deletion came first', async () => {
  const { database, receive } = await startReceiving()
  await receive(brought('Ev2', { ...DELETION, previous_message: REPLY }))
  await receive(REPLY_BROUGHT)
  expect(await database.query('select text, is_deleted from followup.inbox')).toEqual([{ text: '', is_deleted: true }])
})

it('withdraws a reply stored so long ago that its delivery is forgotten', async () => {
  const { database, tasks, receive } = await startReceiving()
  await receive(REPLY_BROUGHT)
  await database.query('delete from followup.delivery')
  await receive(brought('Ev2', { ...DELETION, previous_message: REPLY }))
  expect(tasks).toEqual(['read-message', 'read-message'])
})

it('stores nothing about a deletion elsewhere', async () => {
  const { database, receive } = await startReceiving()
  await receive(brought('Ev2', { ...DELETION, previous_message: { thread_ts: '3.000100', parent_user_id: 'U0BEN' } }))
  await receive(brought('Ev3', { ...DELETION, previous_message: {} }))
  expect(await database.query('select from followup.delivery')).toHaveLength(0)
})

it('stores what comes meanwhile together, each message once, and its deletion after it', async () => {
  const { database, tasks, receiverOn } = await startReceiving()
  let transactions = 0
  const receive = receiverOn({
    ...database,
    transaction(work) {
      transactions++
      return database.transaction(work)
    }
  })
  const deletion = brought('Ev2', { ...DELETION, previous_message: REPLY })
  const toldAgain = { ...REPLY_BROUGHT, event_id: 'Ev3' }
  const elsewhere = brought('Ev0', { ...REPLY, ts: '2.000050', text: 'and that' })
  await Promise.all([elsewhere, deletion, REPLY_BROUGHT, REPLY_BROUGHT, toldAgain].map(receive))
  expect(tasks).toEqual(['read-message', 'read-message', 'read-message'])
  expect(transactions).toBeLessThan(4)
})

it('knows whose thread a reply also sent to the channel belongs to', async () => {
  const { database, tasks, receive } = await startReceiving()
  await database.query(
    `insert into followup.thread (team_id, channel_id, thread_ts, project_id, job_id) values ('T1', 'C1', '3.000100', 'project-2', 'job_1')`
  )
  const { parent_user_id: _, ...broadcast } = { ...REPLY, subtype: 'thread_broadcast', text: 'shorten it' }
  const ofAnotherBot = { ...broadcast, ts: '3.000200', thread_ts: '3.000100', root: { user: 'U0OTHERBOT' } }
  await receive(brought('Ev1', ofAnotherBot))
  expect(tasks).toEqual([])
  await receive(brought('Ev2', { ...broadcast, root: { user: 'U0BOT' } }))
  expect(tasks).toEqual(['read-message'])
})
