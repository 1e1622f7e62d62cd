import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

it('sends the requester the outcome directly when the channel has been archived', async () => {
  const { slack, agent, channel, advance, direct } = await startWatching({
    refusals: ['chat.postMessage is_archived', 'chat.update is_archived']
  })
  slack.archive(channel)
  agent.finish('job_8f2', { prLink: 'https://github.com/acme/docs/pull/12' })
  await advance(30_000)
  expect(direct()).toEqual([
    'I couldn’t write in <#C0DOCS>, so here it is: <@U0ANA>, *job_8f2* finished: <https://github.com/acme/docs/pull/12|pull request #12> is ready.\n>add examples\ntook 5 s · example/shop on `main`'
  ])
})

it('stops watching once it sees that the channel is archived, and tells the requester', async () => {
  const { slack, agent, channel, advance, direct, looks } = await startWatching({
    refusals: ['chat.update is_archived']
  })
  slack.archive(channel)
  // The card would have said so.
  agent.setJob('job_8f2', { status: 'paused' })
  await advance(5 * 60_000)
  expect(direct()).toEqual([
    'I’ve stopped watching *job_8f2*: <#C0DOCS> was archived. The agent has the follow-up; `/agent-followup status job_8f2` shows where it stands.\n>add examples'
  ])
  const before = looks()
  await advance(60 * 60_000)
  expect(looks()).toBe(before)
})

it('stops watching when the card is deleted, and tells the requester', async () => {
  const { slack, agent, channel, cardTs, advance, direct } = await startWatching({
    refusals: ['chat.update message_not_found']
  })
  await slack.remove({ channel, messageTs: cardTs() })
  agent.finish('job_8f2')
  await advance(60_000)
  expect(direct()).toEqual([
    'I’ve stopped watching *job_8f2*: the job’s card in <#C0DOCS> was deleted, which closed its thread. The agent has the follow-up; `/agent-followup status job_8f2` shows where it stands.\n>add examples'
  ])
  expect(
    slack.messages(channel).filter(message => message.user === slack.botUserId && message.subtype !== 'tombstone')
  ).toEqual([])
})

const CLOSED = 'the job’s card in #docs was deleted, which closed its thread.'

/** The bot watches job_8f2, and then somebody deletes its card. */
async function startUnderTombstone() {
  const journey = await startWatching({ refusals: ['chat.update cant_update_message'] })
  const card = journey.cardTs()
  // A person's reply keeps the thread in Slack when its first message is gone.
  await journey.reply('// nice', { to: card })
  await journey.slack.remove({ channel: journey.channel, messageTs: card })
  await journey.advance(2_000)
  return { ...journey, card }
}

it('does not send a reply under a deleted card, and returns the words to its author', async () => {
  const { reply, advance, told, thread, later, ben, card } = await startUnderTombstone()
  await reply('shorten it', { to: card })
  await advance(5_000)
  expect(told(ben)).toEqual([`Not sent: ${CLOSED}\n>shorten it\n[Open the form]`])
  expect(later()).toEqual([])
  expect(thread(card)).toEqual(['Ben: // nice', 'Ben: shorten it'])
  await reply('status', { to: card })
  await advance(5_000)
  expect(told(ben)[1]).toContain('*job_8f2*: *working*')
})

it('does not send a reply whose author was still unknown when the card was deleted', async () => {
  const { slack, channel, reply, cardTs, runDue, advance, told, later, ben } = await startWatching({
    refusals: ['chat.update cant_update_message']
  })
  slack.fail('users.info', { error: 'internal_error' })
  await reply('shorten it')
  await runDue()
  await slack.remove({ channel, messageTs: cardTs() })
  await advance(60_000)
  expect(told(ben)).toEqual([`Not sent: ${CLOSED}\n>shorten it\n[Open the form]`])
  expect(later()).toEqual([])
})

it('stops watching what was being sent while the card was deleted, and tells its author', async () => {
  const { database, agent, reply, runDue, advance, thread, direct, ben, later } = await startWatching()
  await reply('shorten it')
  await runDue()
  // As another process leaves it after seeing the deletion while this one sends.
  await database.query(`update followup.thread set closed_because = 'card deleted'`)
  await advance(5_000)
  expect(later()).toEqual(['shorten it'])
  expect(direct(ben)).toEqual([
    'I’ve stopped watching *job_8f2*: the job’s card in <#C0DOCS> was deleted, which closed its thread. The agent has the follow-up; `/agent-followup status job_8f2` shows where it stands.\n>shorten it'
  ])
  agent.finish('job_8f2')
  await advance(120_000)
  expect(thread()).toEqual(['Ben: shorten it 🔕'])
})

it('does nothing when a button left under a deleted card is pressed', async () => {
  const { slack, agent, channel, cardTs, advance, find, pressAndHear } = await startWatching()
  agent.setJob('job_8f2', { status: 'failed' })
  await advance(20_000)
  const on = find('*job_8f2* failed.')
  await slack.remove({ channel, messageTs: cardTs() })
  await advance(2_000)
  expect(await pressAndHear('try-again', { on })).toBe(`Not done: ${CLOSED}`)
})
