import { expect, it } from 'vitest'
import { interruptibleSender } from '../support/interruptible-sender.ts'
import { type Journey, startJourney } from '../support/journey.ts'
import { startWatching } from '../support/watched-job.ts'

const MINUTE_MS = 60_000

/** Every task is gone, as if somebody had emptied the queue. */
async function loseTasks({ database }: Journey): Promise<void> {
  await database.query('delete from followup.task')
}

it('finds a watch that lost its task', async () => {
  const journey = await startWatching()
  const { agent, advance, upkeep, thread } = journey
  await loseTasks(journey)
  agent.finish('job_8f2')
  await advance(3 * MINUTE_MS)
  expect(thread()).toEqual([])
  await upkeep()
  await advance(MINUTE_MS)
  expect(thread()).toHaveLength(1)
})

it('finds a held instruction that lost its task', async () => {
  const journey = await startWatching()
  const { agent, command, runDue, advance, upkeep, posts } = journey
  agent.fail('send', { status: 429, retryAfter: '30' })
  await command('job_8f2 rename it')
  await advance(2_000)
  await loseTasks(journey)
  await advance(3 * MINUTE_MS)
  expect(posts()).toBe(2)
  await upkeep()
  await runDue()
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['add examples', 'rename it'])
})

it('finds a send that lost its task, and does not send it again', async () => {
  const { sender, wrap } = interruptibleSender()
  const journey = await startJourney({ wrap })
  const { agent, command, runDue, advance, upkeep, posts, card } = journey
  agent.addJob({ id: 'job_8f2' })
  sender.isCutOff = true
  await command('job_8f2 add examples')
  await runDue()
  sender.isCutOff = false
  await loseTasks(journey)
  await advance(11 * MINUTE_MS)
  await upkeep()
  await advance(2_000)
  expect(posts()).toBe(0)
  expect(card()).toContain('maybe delivered')
})

it('finds a message that lost its task, and posts it once', async () => {
  const journey = await startWatching()
  const { agent, slack, channel, advance, upkeep, thread } = journey
  slack.fail('chat.postMessage', { kind: 'reset after processing' })
  agent.finish('job_8f2')
  await advance(20_000)
  await loseTasks(journey)
  await advance(3 * MINUTE_MS)
  await upkeep()
  await upkeep()
  await advance(MINUTE_MS)
  expect(thread()).toHaveLength(1)
  expect(slack.messages(channel)).toHaveLength(2)
})

it('finds a reply that lost its task', async () => {
  const journey = await startWatching()
  const { slack, agent, reply, runDue, advance, upkeep } = journey
  slack.fail('users.info', { error: 'internal_error' })
  await reply('shorten it')
  await runDue()
  await loseTasks(journey)
  await advance(11 * MINUTE_MS)
  await upkeep()
  await advance(2_000)
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['add examples', 'shorten it'])
})

it('leaves alone a message added a moment ago', async () => {
  const { slack, agent, command, runDue, advance, upkeep, log } = await startJourney()
  agent.addJob({ id: 'job_8f2' })
  slack.fail('chat.postMessage', { retryAfterS: 30 })
  await command('job_8f2 add examples')
  await upkeep()
  await runDue()
  await upkeep()
  expect(log.filter(({ words }) => words === 'Overdue work was rescheduled')).toEqual([])
  await advance(60_000)
})

it('leaves alone what is in order', async () => {
  const { database, log, upkeep, runDue, advance, posts, looks } = await startWatching()
  const before = looks()
  await upkeep()
  await runDue()
  expect(looks()).toBe(before)
  expect(posts()).toBe(1)
  expect(log.filter(({ words }) => words === 'Overdue work was rescheduled')).toEqual([])
  await advance(2_000)
  expect(await database.query('select name from followup.task')).toEqual([{ name: 'check-job' }])
})

it('redraws a card whose button was pressed before the bot knew it was posted', async () => {
  const { slack, agent, channel, ana, command, runDue, advance, card, cardTs, posts } = await startJourney()
  agent.addJob({ id: 'job_8f2' })
  slack.fail('chat.postMessage', { kind: 'reset after processing' })
  await command('job_8f2 add examples')
  await runDue()
  await slack.press({ user: ana, channel, messageTs: cardTs(), actionId: 'cancel' })
  await advance(MINUTE_MS)
  expect(card()).toContain('*job_8f2* · cancelled')
  expect(posts()).toBe(0)
})

it('leaves alone a look that is late because there is much to do', async () => {
  const journey = await startWatching()
  const { database, pass, upkeep } = journey
  const looks = () => database.query(`select id from followup.task where name = 'check-job'`)
  const before = await looks()
  expect(before).toHaveLength(1)
  await pass(5 * MINUTE_MS)
  await upkeep()
  await upkeep()
  expect(await looks()).toEqual(before)
})

it('goes on with the rest when one row cannot be read', async () => {
  const journey = await startWatching({
    errors: ['A task failed for good', 'Nobody could be told that a task failed for good; retrying']
  })
  const { agent, database, advance, upkeep, thread, runDue, command } = journey
  agent.addJob({ id: 'job_1', life: { ends: 'never' } })
  await command('job_1 say hello')
  await runDue()
  await advance(20_000)
  await loseTasks(journey)
  await database.query(
    `update followup.followup set progress = '{"state": "sending", "sinceMs": 5, "before": "unreadable"}', standing = 'sending' where job_id = 'job_1'`
  )
  await database.query(`insert into followup.delivery (key, at_ms) values ('event:old', 1)`)
  agent.finish('job_8f2')
  await advance(11 * MINUTE_MS)
  await upkeep()
  await advance(MINUTE_MS)
  expect(thread(journey.slack.messages(journey.channel)[0]?.ts)).toHaveLength(1)
  expect(await database.query(`select key from followup.delivery where key = 'event:old'`)).toEqual([])
})
