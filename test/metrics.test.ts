import { expect, it } from 'vitest'
import { createMetrics } from '../src/metrics.ts'
import { doABitOfEverything } from './budget/a-bit-of-everything.ts'
import { countStatements } from './support/count-statements.ts'
import { startJourney, startWatching, startWithJob } from './support/journey.ts'
import { openToScrapers, samplesIn } from './support/scrape.ts'
import { createTestDatabase } from './support/test-database.ts'

const MINUTE = 60_000
const NOT_FOUND = '404 not found'

/** Of the process itself, by prom-client: its samples come and go. */
const isOurs = (sample: string) => !/^(nodejs|process)_/.test(sample)

it('answers on /metrics only if it is switched on', async () => {
  const { env, ask } = await openToScrapers()
  const { restart } = await startJourney({ env: { ...env, METRICS: '' } })
  expect(await ask()).toBe(NOT_FOUND)
  await restart({ METRICS: 'on' })
  expect(await ask()).toMatch(/^200 # HELP agent_followup_/)
})

it('counts a follow-up from the command to its result', async () => {
  const { env, scrape } = await openToScrapers()
  const { agent, advance } = await startWatching({ env })
  await advance(MINUTE)
  const atFirst = { accepted_total: 1, sent_total: 1, maybe_delivered_total: 0, send_seconds_count: 1 }
  const onItsWay = { 'ended_total{how="completed"}': 0, result_seconds_count: 0, watched: 1, budget_left: 99, ready: 1 }
  const seen = await scrape()
  expect(seen).toMatchObject({ ...atFirst, ...onItsWay, 'send_seconds_bucket{le="0.5"}': 1 })
  expect(seen.acknowledgement_seconds_count).toBeGreaterThan(0)
  expect(seen.look_lag_seconds_count).toBeGreaterThan(3)
  expect(seen['slack_answers_total{method="chat",outcome="ok"}']).toBeGreaterThan(1)

  agent.finish('job_8f2', { prLink: 'https://github.com/example/shop/pull/1' })
  await advance(2 * MINUTE)
  expect(await scrape()).toMatchObject({
    ...atFirst,
    'ended_total{how="completed"}': 1,
    'ended_total{how="failed"}': 0,
    'not_sent_total{reason="cancelled"}': 0,
    'slack_answers_total{method="chat",outcome="error"}': 0,
    agent_busy_total: 0,
    result_seconds_count: 1,
    'result_seconds_bucket{le="2"}': 1
  })
})

it('tells for how long the event loop was busy, and not of what it costs to watch it more closely', async () => {
  const { env, ask, scrape } = await openToScrapers()
  await startJourney({ env })
  const { event_loop_busy_seconds_total: before = 0 } = await scrape()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
  const { event_loop_busy_seconds_total: after = 0 } = await scrape()
  expect(after - before).toBeGreaterThan(0.29)
  expect(await ask()).not.toContain('nodejs_eventloop')
})

it('tells what waits and why, what is watched, and for how long tasks have been due', async () => {
  const { env, scrape } = await openToScrapers()
  const { type, reply, pass } = await startWatching({ env, hourlyLimit: 2 })
  await type('job_8f2 when idle: shorten it')
  await type('job_8f2 in 2 hours: rename it')
  await type('job_8f2 and the outro')
  await type('job_8f2 and the links')
  await reply('and the title')
  await pass(5 * MINUTE)
  expect(await scrape()).toMatchObject({
    ready: 0,
    'waiting{reason="idle"}': 1,
    'waiting{reason="time"}': 1,
    'waiting{reason="budget"}': 1,
    watched: 2,
    budget_left: 0,
    'tasks_due{task="read-message"}': 1,
    'oldest_due_task_seconds{task="read-message"}': 300,
    'oldest_due_task_seconds{task="close-thread"}': 0,
    'database_connections{state="waiting"}': 0
  })
})

it('counts what was stored, not what was tried', async () => {
  const { env, scrape } = await openToScrapers()
  const { slack, channel, ana, ben, command, press, cardTs, runDue } = await startWithJob({ env })
  const text = 'job_8f2 in 2 hours: add examples'
  await Promise.all([ana, ben].map(user => slack.command({ user, channel, text })))
  await slack.command({ user: ana, channel, text })
  await runDue()
  await press('cancel', { on: cardTs() })
  await press('cancel', { on: cardTs() })
  await command('list')
  await runDue()
  expect(await scrape()).toMatchObject({
    accepted_total: 2,
    sent_total: 0,
    send_seconds_count: 0,
    'not_sent_total{reason="cancelled"}': 1
  })
})

it('tells apart what can go wrong', async () => {
  const { env, scrape } = await openToScrapers()
  const { slack, agent, job, type, advance } = await startWithJob({
    env,
    errors: ['The agent service refuses requests from this bot']
  })
  for (const id of ['job_a', 'job_b', 'job_c']) job(id)
  agent.fail('send', { status: 500 })
  await type('job_a add examples')
  agent.fail('send', { status: 429, retryAfter: '60' })
  await type('job_b add examples')
  agent.fail('send', { status: 401 })
  await advance(2 * MINUTE)
  slack.fail('chat.postMessage', { error: 'ratelimited', retryAfterS: 1 })
  await type('job_c add examples')
  await advance(MINUTE)
  expect(await scrape()).toMatchObject({
    accepted_total: 3,
    sent_total: 1,
    maybe_delivered_total: 1,
    'not_sent_total{reason="key refused"}': 1,
    agent_busy_total: 1,
    'slack_answers_total{method="chat",outcome="ratelimited"}': 1
  })
})

it('has the same samples after days of everything as at its start, so no label comes from what people do', async () => {
  const [fresh, busy] = [await openToScrapers(), await openToScrapers()]
  await startJourney({ env: fresh.env })
  const { database, ana, ben, channel, slack } = await doABitOfEverything({ env: { ...busy.env, RETENTION_DAYS: '0' } })
  const samplesOf = async ({ scrape }: typeof busy) =>
    Object.keys(await scrape())
      .filter(isOurs)
      .sort()
  expect(await samplesOf(busy)).toEqual(await samplesOf(fresh))
  const rows = await database.query(
    `select distinct unnest(array[id, job_id, project_id, channel_id, thread_ts, requester_id]) as id from followup.followup`
  )
  const ids = [ana, ben, channel, slack.teamId, ...rows.flatMap(({ id }) => (id === null ? [] : [String(id)]))]
  expect(ids.length).toBeGreaterThan(20)
  const text = await busy.ask()
  expect(ids.filter(id => text.includes(id))).toEqual([])
})

it('asks the database once for ten scrapers', async () => {
  const { env, ask } = await openToScrapers()
  await startWatching({ env })
  const { read } = countStatements()
  await Promise.all(Array.from({ length: 10 }, () => ask()))
  expect(read().statements.filter(text => text.includes('group by')).length).toBe(3)
})

it('still counts while the database says nothing, and leaves out what it would have to ask', async () => {
  const { database } = await createTestDatabase()
  const silent = { ...database, query: () => Promise.reject(new Error('gone')) }
  const projects = [{ projectId: 'project-1', hourlyLimit: 100 }]
  const { scrape, agentWasBusy } = await createMetrics({ database: silent, projects, now: () => 0 })
  agentWasBusy()
  const seen = samplesIn(await scrape(false))
  expect(seen).toMatchObject({ ready: 0, agent_busy_total: 1, 'database_connections{state="waiting"}': 0 })
  expect(Object.keys(seen)).not.toContain('budget_left')
})
