import { expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config.ts'
import { type Counted, countStatements, listByText } from '../support/count-statements.ts'
import { startJourney } from '../support/journey.ts'
import { createWorld } from '../support/journey-world.ts'
import { openOffice } from '../support/office.ts'
import { TestClock } from '../support/test-clock.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { withAgent } from '../support/with-agent.ts'

// What a follow-up and an idle minute cost, counted exactly, with no time in it. A change that costs more has to say so here; one
// that costs less lowers the bar. BUDGET=show lists what is sent to the database.

const LINK = 'https://github.com/acme/docs/pull/12'
const MOST_STATEMENTS = 40
const MOST_COMMITS = 20

const IDLE_MINUTES = 10
const MOST_COMMITS_A_MINUTE = 11

/** Their edits are no more than Slack takes in a minute. */
const MANY = 20
const MOST_COMMITS_EACH = 14
const MOST_SECONDS = 60

function show(counted: Counted, of: number): void {
  const { commits, statements } = counted
  if (process.env.BUDGET)
    process.stdout.write(`${commits / of} commits, ${statements.length / of} statements\n${listByText(counted)}\n`)
}

it('takes a command to its result and its last card at a known price', async () => {
  const { read, reset } = countStatements()
  const { slack, agent, command, advance, sleep, runDue, card, looks, posts } = await startJourney()
  agent.addJob({ id: 'job_0', life: { worksMs: 1_000, ends: 'completed' } })
  await command('job_0 say hello')
  await advance(60_000)
  agent.addJob({ id: 'job_8f2' })
  const [looksBefore, postsBefore] = [looks(), posts()]
  const earlier = slack.calls().length
  reset()

  await command('job_8f2 add error handling examples')
  await runDue()
  agent.finish('job_8f2', { prLink: LINK })
  await sleep(5_000)
  expect(card()).toContain('ready for review')
  const counted = read()

  const made = slack.calls().slice(earlier)
  const calls = Map.groupBy(made, ({ method }) => method)
  expect(Object.fromEntries([...calls].map(([method, each]) => [method, each.length]))).toEqual({
    'chat.postMessage': 2,
    'chat.update': 2
  })
  expect({ looks: looks() - looksBefore, posts: posts() - postsBefore }).toEqual({ looks: 3, posts: 1 })
  expect(counted.unprepared).toEqual([])
  show(counted, 1)
  expect(counted.statements.length, listByText(counted)).toBeLessThanOrEqual(MOST_STATEMENTS)
  expect(counted.commits, listByText(counted)).toBeLessThanOrEqual(MOST_COMMITS)
})

/** An app that works by itself, whenever the clock moves. */
async function startApp() {
  const counting = countStatements()
  const clock = new TestClock(Date.UTC(2026, 10, 20, 14))
  const { url, database } = await createTestDatabase()
  const office = await openOffice({ slack: { clock }, agent: { clock } })
  const config = parseConfig({ ...office.env, DATABASE_URL: url })
  const app = await createApp(config, createWorld(clock, config, [], { wrap: withAgent(config) }), {
    databaseUrl: url,
    work: true
  })
  onTestFinished(app.stop)
  return { ...office, ...counting, clock, database }
}

it('hardly asks the database for anything while there is nothing to do', async () => {
  const { read, reset, quiet, clock } = await startApp()
  await quiet()
  reset()
  for (let second = 0; second < IDLE_MINUTES * 60; second += 1) {
    await clock.tick(1_000)
    await quiet()
  }
  show(read(), IDLE_MINUTES)
  expect(read().commits / IDLE_MINUTES, listByText(read())).toBeLessThanOrEqual(MOST_COMMITS_A_MINUTE)
})

it('takes commands that come together to their results for fewer commits each', async () => {
  const { read, reset, quiet, clock, database, slack, agent, ana } = await startApp()
  // Each in a channel of its own: a channel takes one message a second.
  const channels = Array.from({ length: MANY }, (_, at) => slack.addChannel({ name: `team-${at}`, members: [ana] }).id)
  const pass = async () => {
    await quiet()
    await clock.tick(500)
  }
  for (let half = 0; half < 6; half += 1) await pass()
  reset()

  const isOver = async () =>
    (await database.query(`select from followup.followup where state = 'ended'`)).length === MANY &&
    (await database.query(`select from followup.view where state <> 'posted'`)).length === 0
  await Promise.all(
    channels.map((channel, at) => {
      agent.addJob({ id: `job_${at}`, life: { worksMs: 2_000, ends: 'completed' } })
      return slack.command({ user: ana, channel, text: `job_${at} add examples` })
    })
  )
  for (let half = 0; half < 2 * MOST_SECONDS && !(await isOver()); half += 1) await pass()
  for (let half = 0; half < 6; half += 1) await pass()
  expect(await isOver()).toBe(true)
  show(read(), MANY)
  expect(read().commits / MANY, listByText(read())).toBeLessThanOrEqual(MOST_COMMITS_EACH)
})
