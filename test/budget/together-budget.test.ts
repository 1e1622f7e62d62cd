import { expect, it, onTestFinished } from 'vitest'
import { createAgentClient } from '../../src/agent/agent-client.ts'
import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config.ts'
import type { FollowupDeps } from '../../src/followups/followup-deps.ts'
import { createAgents } from '../../src/http/request.ts'
import { countStatements, listByText } from '../support/count-statements.ts'
import { createWorld } from '../support/journey-world.ts'
import { openOffice } from '../support/office.ts'
import { TestClock } from '../support/test-clock.ts'
import { createTestDatabase } from '../support/test-database.ts'

/** Their edits are no more than Slack takes in a minute. */
const MANY = 20
const MOST_COMMITS_EACH = 14
const MOST_SECONDS = 60

it('takes commands that come together to their results for fewer commits each', async () => {
  const { read, reset, quiet } = countStatements()
  const clock = new TestClock(Date.UTC(2026, 10, 20, 14))
  const { url, database } = await createTestDatabase()
  const { env, slack, agent, ana } = await openOffice({ slack: { clock }, agent: { clock } })
  const config = parseConfig({ ...env, DATABASE_URL: url })
  // With the patience of a real bot: on a busy machine, that of a test is soon over.
  const wrap = (deps: FollowupDeps) => ({
    ...deps,
    agent: createAgentClient({
      ...config.agent,
      ...config.projects[0],
      agents: createAgents(),
      now: deps.now,
      log: deps.log
    })
  })
  const app = await createApp(config, createWorld(clock, config, [], { wrap }), { databaseUrl: url, work: true })
  onTestFinished(app.stop)
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
  const { commits, statements } = read()
  if (process.env.BUDGET)
    process.stdout.write(
      `${commits / MANY} commits, ${statements.length / MANY} statements each\n${listByText(read())}\n`
    )
  expect(commits / MANY, listByText(read())).toBeLessThanOrEqual(MOST_COMMITS_EACH)
})
