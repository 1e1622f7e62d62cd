import { runSql } from '../support/run-sql.ts'
import type { Bench } from './bench.ts'

const FOLLOWUPS_PER_JOB = 4

/**
 * A million follow-ups that ended long ago, 10,000 in a short run: of 500 people in 200 channels, with the channels
 * and the person that the commands come from among them.
 */
export async function storePast({ isShort, say }: Bench, url: string): Promise<void> {
  const count = isShort ? 10_000 : 1_000_000
  say(`  Storing ${count} past follow-ups, posts and deliveries`)
  const progress = { state: 'ended', how: 'completed', resultId: 'past:result', sentAtMs: 0, atMs: 60_000, job: {} }
  const numbers = `generate_series(1, ${count}) as n`
  await runSql(
    url,
    `insert into followup.job (project_id, job_id, record, seen_at_ms)
     select 'project-1', 'past_' || n, '{"status": "completed"}', n from generate_series(1, ${count / FOLLOWUPS_PER_JOB}) as n`
  )
  await runSql(
    url,
    `insert into followup.followup (id, project_id, job_id, team_id, channel_id, thread_ts, requester_id, prompt, in_line_at_ms, written_at_ms, progress, standing)
     select 'past_' || n, 'project-1', 'past_' || n / ${FOLLOWUPS_PER_JOB}, 'T0BENCH', 'C0BENCH' || n % 200, n / ${FOLLOWUPS_PER_JOB} || '.1',
       case n % 500 when 1 then 'U0ANA' else 'U0PAST' || n % 500 end, 'add examples to page ' || n, n, n, $1, 'completed' from ${numbers}`,
    [JSON.stringify(progress)]
  )
  await runSql(
    url,
    `insert into followup.view (id, team_id, channel_id, thread_ts, followup_id, message, state, message_ts, added_at_ms)
     select 'past_' || n || ':result', 'T0BENCH', 'C0BENCH' || n % 200, n / ${FOLLOWUPS_PER_JOB} || '.1', 'past_' || n,
       '{"text": "Done", "blocks": [], "broadcast": false}', 'posted', n || '.2', n from ${numbers}`
  )
  await runSql(url, `insert into followup.delivery (key, at_ms) select 'past:' || n, n from ${numbers}`)
  await runSql(url, 'vacuum (analyze) followup.followup, followup.job, followup.view, followup.delivery')
}
