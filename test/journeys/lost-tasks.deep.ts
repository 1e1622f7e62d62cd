import { expect, it } from 'vitest'
import { TransientError } from '../../src/errors.ts'
import { type JourneyOptions, startWatching } from '../support/journey.ts'
import { around } from '../support/journey-world.ts'

const MINUTE = 60_000

/** A journey in which every task can be lost, as if somebody had emptied the queue, and a send end as if its process had died. */
async function startLosing(options: JourneyOptions = {}) {
  const sender = { isCutOff: false }
  const journey = await startWatching({
    ...options,
    wrap: around('agent', 'sendMessage', send => async (...asked) => {
      if (sender.isCutOff) throw new TransientError('The process was interrupted')
      return send(...asked)
    })
  })
  return {
    ...journey,
    sender,
    loseTasks: () => journey.database.query('delete from followup.task'),
    rescheduled: () => journey.log.filter(({ words }) => words === 'Overdue work was rescheduled').length
  }
}

type Losing = Awaited<ReturnType<typeof startLosing>>
type Act = (journey: Losing) => unknown

const LOST: [what: string, before: Act, seen: Act, lost: unknown, found: unknown][] = [
  ['a watch', ({ agent }) => agent.finish('job_8f2'), ({ thread }) => thread().length, 0, 1],
  [
    'a held follow-up',
    async ({ agent, type }) => {
      agent.fail('send', { status: 429, retryAfter: '30' })
      await type('job_8f2 rename it')
    },
    ({ later }) => later(),
    [],
    ['rename it']
  ],
  [
    'a send, and does not send it again',
    async ({ sender, type }) => {
      sender.isCutOff = true
      await type('job_8f2 rename it')
      sender.isCutOff = false
    },
    ({ posts, card }) => [posts(), card().includes('maybe delivered')],
    [1, false],
    [1, true]
  ],
  [
    'a message, and posts it once',
    async ({ slack, agent, advance }) => {
      slack.fail('chat.postMessage', { kind: 'reset after processing' })
      slack.fail('conversations.replies', { status: 500, times: 'until cleared' })
      agent.finish('job_8f2')
      await advance(20_000)
      slack.clearFaults()
    },
    ({ slack, channel, thread }) => [thread().length, slack.messages(channel).length],
    [1, 2],
    [1, 2]
  ],
  [
    'a reply',
    async ({ slack, reply, runDue }) => {
      slack.fail('users.info', { error: 'internal_error' })
      await reply('shorten it')
      await runDue()
    },
    ({ later }) => later(),
    [],
    ['shorten it']
  ]
]

it.each(LOST)('gets going again what lost its task: %s', async (_, before, seen, lost, found) => {
  const journey = await startLosing()
  const { loseTasks, rescheduled, advance, upkeep } = journey
  await before(journey)
  await loseTasks()
  await advance(11 * MINUTE)
  expect([seen(journey), rescheduled()]).toEqual([lost, 0])
  await upkeep()
  await upkeep()
  await advance(MINUTE)
  expect([seen(journey), rescheduled() > 0]).toEqual([found, true])
})

it('leaves alone what is in order, a message added a moment ago, and a look that is late because there is much to do', async () => {
  const { slack, database, job, command, rescheduled, upkeep, runDue, advance, pass, posts, looks } =
    await startLosing()
  const tasks = () => database.query('select id, name from followup.task')
  const [before, look] = [looks(), await tasks()]
  await upkeep()
  await runDue()
  expect([looks(), posts()]).toEqual([before, 1])
  job('job_9')
  slack.fail('chat.postMessage', { retryAfterS: 30 })
  await command('job_9 add examples')
  await upkeep()
  await runDue()
  await upkeep()
  expect(rescheduled()).toBe(0)
  await advance(MINUTE)
  const looksAt = async () => (await tasks()).filter(({ name }) => name === 'check-job').map(({ id }) => id)
  expect(look).toEqual([expect.objectContaining({ name: 'check-job' })])
  const late = await looksAt()
  expect(late).toHaveLength(2)
  await pass(5 * MINUTE)
  await upkeep()
  await upkeep()
  expect([await looksAt(), rescheduled()]).toEqual([late, 0])
})

it('goes on with the rest when one row cannot be read', async () => {
  const { slack, agent, channel, database, job, type, loseTasks, advance, upkeep, thread } = await startLosing({
    errors: ['A task failed for good', 'Nobody could be told that a task failed for good; retrying']
  })
  job('job_1')
  await type('job_1 say hello')
  await advance(20_000)
  await loseTasks()
  await database.query(
    `update followup.followup set progress = '{"state": "sending", "sinceMs": 5, "before": "unreadable"}', standing = 'sending' where job_id = 'job_1'`
  )
  await database.query(`insert into followup.delivery (key, at_ms) values ('event:old', 1)`)
  agent.finish('job_8f2')
  await advance(11 * MINUTE)
  await upkeep()
  await advance(MINUTE)
  expect(thread(slack.messages(channel)[0]?.ts)).toHaveLength(1)
  expect(await database.query(`select key from followup.delivery where key = 'event:old'`)).toEqual([])
  await database.query(
    `update followup.followup set progress = '{"state": "dropped", "reason": "bug", "atMs": 5}', standing = 'rejected' where job_id = 'job_1'`
  )
})
