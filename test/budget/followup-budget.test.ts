import { expect, it } from 'vitest'
import { countStatements, listByText } from '../support/count-statements.ts'
import { startJourney } from '../support/journey.ts'

// What one follow-up costs, counted exactly, with no time in it. A change that costs more has to say so here; one that costs less
// lowers the bar. BUDGET=show lists what is sent to the database.

const LINK = 'https://github.com/acme/docs/pull/12'
const MOST_STATEMENTS = 40
const MOST_COMMITS = 20

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
  if (process.env.BUDGET)
    process.stdout.write(
      `${counted.statements.length} statements, ${counted.commits} commits\n${listByText(counted)}\n`
    )
  expect(counted.statements.length, listByText(counted)).toBeLessThanOrEqual(MOST_STATEMENTS)
  expect(counted.commits, listByText(counted)).toBeLessThanOrEqual(MOST_COMMITS)
})
