import { expect, it } from 'vitest'
import type { SendResult } from '../../src/agent/agent-client.ts'
import { readMessage } from '../../src/followups/inbox/read-message.ts'
import { lockJob } from '../../src/followups/stores/job-store.ts'
import { awaitWaiting } from '../support/await-waiting.ts'
import type { Journey } from '../support/journey.ts'
import { startWatching, startWithJob } from '../support/journey.ts'
import { around } from '../support/journey-world.ts'

const HOUR = 3_600_000
const GONE = ['reactions.add message_not_found', 'reactions.remove message_not_found']
const DURING: Record<string, SendResult> = {
  'did not get through': { kind: 'busy', retryAfterMs: 1_000 },
  'may have arrived': { kind: 'maybe delivered', why: 'cut off' }
}

/** What its author does to a reply while it is being sent, and how the send ends; then what is sent, and what they read. */
const CHANGES: [ends: string, inSlack: 'edit' | 'remove', refusals: string[], sent: string[], told: RegExp[]][] = [
  ['did not get through', 'remove', GONE, [], []],
  ['did not get through', 'edit', [], ['lengthen it'], []],
  ['may have arrived', 'edit', [], [], [/^Not sent: the agent may already have your earlier words\./]],
  ['may have arrived', 'remove', GONE.slice(0, 1), [], [/^Too late: the agent may already have it\.$/]]
]

it.each(CHANGES)('a send that %s counts an %s meanwhile: edited or deleted while it was being sent', async (...row) => {
  const [ends, inSlack, refusals, sent, told] = row
  const reply = { ts: '' }
  const journey: Journey = await startWithJob({
    refusals,
    wrap: around('agent', 'sendMessage', send => async (...asked) => {
      if (reply.ts === '') return send(...asked)
      const { slack, channel, ben } = journey
      const { ts } = reply
      reply.ts = ''
      // Another process serves the project, too.
      await journey.runDue()
      if (inSlack === 'remove') await slack.remove({ channel, messageTs: ts })
      else await slack.edit({ channel, messageTs: ts, user: ben, text: 'lengthen it' })
      await slack.deliveriesDone()
      // It cannot be decided yet.
      await journey.runDue()
      return DURING[ends] ?? { kind: 'busy', retryAfterMs: 0 }
    })
  })
  await journey.type('job_8f2 add examples')
  reply.ts = (await journey.reply('shorten it')).ts
  await journey.advance(20 * 60_000)
  expect(journey.sent()).toEqual(['add examples', ...sent])
  expect(journey.told(journey.ben)).toEqual(told.map(words => expect.stringMatching(words)))
})

it('sends what an edit made a follow-up within a day, though it is read only after that', async () => {
  const { slack, channel, ben, tell, sleep, pass, runDue, advance, later } = await startWatching()
  const messageTs = await tell('// shorten it')
  await sleep(23.9 * HOUR)
  await slack.edit({ user: ben, channel, messageTs, text: 'shorten it' })
  await slack.deliveriesDone()
  await pass(HOUR / 2)
  await runDue()
  await advance(5_000)
  expect(later()).toEqual(['shorten it'])
})

it('takes back what waits, also where Slack does not say what its message was before', async () => {
  const { slack, agent, channel, ben, mention, advance, later } = await startWatching()
  const ts = await mention('job_8f2 when idle: shorten it')
  const message = { user: ben, team: slack.teamId, ts, text: 'never mind', edited: { ts: `${Number(ts) + 5}` } }
  const event = { type: 'message', subtype: 'message_changed', channel, ts: `${Number(ts) + 5}`, message }
  await slack.deliver('events_api', { event_id: 'EvBare', team_id: slack.teamId, type: 'event_callback', event })
  await advance(5_000)
  agent.finish('job_8f2', { prLink: null })
  await advance(120_000)
  expect(later()).toEqual([])
})

it('says on the notice of the words before that what they became was sent now', async () => {
  const { slack, ana, channel, choose, tell, press, runDue, thread } = await startWatching()
  const notice = () => thread().find(line => /^bot: (Not sent yet|No longer waiting)/.test(line))
  await choose(ana, { undo: '60' })
  const ts = await tell('at 20:00: shorten it', { by: ana })
  expect(notice()).toMatch(/^bot: Not sent yet: waiting until/)
  await slack.edit({ channel, messageTs: ts, user: ana, text: 'lengthen it' })
  await slack.deliveriesDone()
  await runDue()
  await press('send-now')
  await runDue()
  expect(notice()).toMatch(
    /^bot: No longer waiting\. The card shows where it stands\.\n>lengthen it\n— Send now pressed · @Ana/
  )
})

it('withdraws a reply that is deleted while *Send again* is being pressed', async () => {
  const { database, agent, slack, channel, tell, press, runDue, advance, find, posts } = await startWatching({
    refusals: GONE.slice(1)
  })
  agent.fail('send', { status: 500 })
  const ts = await tell('shorten it')
  const on = find('maybe delivered: ')
  const done = await database.transaction(async sql => {
    await lockJob(sql, { projectId: 'project-1', jobId: 'job_8f2' })
    const pressed = press('send-again', { on })
    await awaitWaiting(database, 1)
    await slack.remove({ channel, messageTs: ts })
    const handled = runDue()
    await awaitWaiting(database, 2)
    return { all: Promise.all([pressed, handled]) }
  })
  await done.all
  await advance(5_000)
  // The first follow-up, and the reply whose delivery is in doubt.
  expect(posts()).toBe(2)
})

it('sends once what two processes read at the same moment', async () => {
  let meanwhile = async () => {}
  let readElsewhere: (channelId: string, ts: string) => Promise<void> = async () => {}
  const wrap = around('database', 'query', (query, deps) => {
    readElsewhere = (channelId, ts) => readMessage(deps, { teamId: deps.teamId, channelId, ts })
    return async (text, values) => {
      const rows = await query(text, values)
      if (text.includes('update followup.inbox set last_try_ms')) await meanwhile()
      return rows
    }
  })
  const { channel, ben, reply, advance, later, thread, told } = await startWatching({ wrap })
  const { ts } = await reply('shorten it')
  meanwhile = () => readElsewhere(channel, ts)
  await advance(20_000)
  expect([later(), thread(), told(ben)]).toEqual([['shorten it'], ['Ben: shorten it 📨'], []])
})

it('does not send what was refused because its author removed a file meanwhile', async () => {
  const reply = { ts: '' }
  const remove = around('agent', 'sendMessage', send => async (...asked) => {
    if (reply.ts === '') return send(...asked)
    await journey.slack.removeFiles({ channel: journey.channel, messageTs: reply.ts })
    reply.ts = ''
    await journey.slack.deliveriesDone()
    return { kind: 'refused', reason: 'invalid', status: 400, words: undefined }
  })
  const journey: Journey = await startWatching({ wrap: remove })
  reply.ts = (await journey.reply('shorten it', { files: [{ name: 'build.log', content: 'oops' }] })).ts
  await journey.advance(60_000)
  expect([journey.sent(), journey.thread().at(-1)]).toEqual([
    ['add examples'],
    expect.stringMatching(/^bot: @Ben, not delivered: /)
  ])
})
