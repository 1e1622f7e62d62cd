import { expect, it } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { runForget } from '../support/run-forget.ts'
import { openWithBot } from './open-with-bot.ts'

/** A million takes some minutes: PAST=1000000 DEEP=yes npx vitest run forgetting. */
const PAST = Number(process.env.PAST ?? 20_000)
const BATCH = 20_000
const SLACK_WAITS_MS = 3_000
const AT_ONCE = 10

const RESULT = JSON.stringify({ broadcast: true })
const ENDED = `jsonb_build_object('state', 'ended', 'how', 'completed', 'resultId', 'past_' || n || ':result', 'sentAtMs', n, 'atMs', n,
  'job', jsonb_build_object('prLink', 'https://github.com/acme/past/pull/' || n))`
const OF_THREAD = `'T0STANDIN1', 'C0DOCS'`

/** Two follow-ups in each of many threads, with all that belongs to them. */
const ROWS = [
  `job (project_id, job_id, record, seen_at_ms) select distinct 'project-1', 'past_' || (n + 1) / 2, '{"status": "completed"}'::jsonb, 1`,
  `thread (project_id, job_id, team_id, channel_id, thread_ts) select 'project-1', 'past_' || n, ${OF_THREAD}, n || '.1'`,
  `followup (id, project_id, job_id, team_id, channel_id, thread_ts, reply_ts, requester_id, prompt, in_line_at_ms, written_at_ms, progress, standing)
     select 'past_' || n, 'project-1', 'past_' || (n + 1) / 2, ${OF_THREAD}, (n + 1) / 2 || '.1', n || '.2', 'U0PAST', repeat('words ', 30), n, n, ${ENDED}, 'completed'`,
  `view (id, team_id, channel_id, thread_ts, followup_id, message, state, message_ts)
     select 'past_' || n || ':result', ${OF_THREAD}, (n + 1) / 2 || '.1', 'past_' || n, '${RESULT}', 'posted', n || '.3'`,
  `pull_request (project_id, link, named_at_ms) select 'project-1', 'https://github.com/acme/past/pull/' || n, n`
]

async function addPast(database: Database): Promise<void> {
  for (let first = 1; first < PAST; first += BATCH)
    for (const rows of ROWS)
      await database.query(`insert into followup.${rows} from generate_series(${first}, ${first + BATCH - 1}) as n`)
  await database.query('analyze')
}

const p99 = (times: number[]) => Math.round(times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0)

it('takes commands as ever while a long past is forgotten', { timeout: 1_800_000 }, async () => {
  const { slack, agent, channel, ana, database, url } = await openWithBot({ env: { RETENTION_DAYS: '0' } })
  await addPast(database)
  let number = 0
  const times: number[] = []

  async function ask(): Promise<void> {
    const id = `job_${++number}`
    agent.addJob({ id, life: { ends: 'never' } })
    const before = performance.now()
    const { acknowledged, reply } = await slack.command({ user: ana, channel, text: `${id} go on` })
    times.push(performance.now() - before)
    expect([acknowledged, reply]).toEqual([true, undefined])
  }

  /** As many commands as it takes, and at least some hundred. */
  async function acknowledge(isOver: () => boolean): Promise<number> {
    times.length = 0
    while (times.length < 300 || !isOver()) await Promise.all(Array.from({ length: AT_ONCE }, ask))
    return p99(times)
  }

  const without = await acknowledge(() => true)
  let said = ''
  const forgetting = runForget({ DATABASE_URL: url }, '--before', '2020-01-01', '--yes').then(words => {
    said = words
  })
  const meanwhile = await acknowledge(() => said !== '')
  await forgetting
  process.stdout.write(`99 % were acknowledged within ${without} ms, and within ${meanwhile} ms beside ${said}`)
  expect(said).toContain(`  followup: ${Math.ceil(PAST / BATCH) * BATCH}\n`)
  expect(meanwhile).toBeLessThan(SLACK_WAITS_MS / 2)
  const left = await database.query(`select count(*)::int as count from followup.followup`)
  expect(left).toEqual([{ count: number }])
  for (const table of ['view', 'job', 'pull_request'])
    expect(await database.query(`select from followup.${table} where ${table}::text like '%past%' limit 1`)).toEqual([])
})
