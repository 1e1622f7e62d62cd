import type { Sql } from '../../src/database/database.ts'
import { evidenceAtSend } from '../../src/followups/model/evidence.ts'

const AGE_MS = { least: 64_000, most: 900_000 }

type Many = { count: number; projectId: string; nowMs: number }

/** So many jobs at work, each on a follow-up sent minutes ago, with looks planned for the next half minute. */
export async function watchMany(database: Sql, { count, projectId, nowMs }: Many): Promise<void> {
  const job = { status: 'active' }
  const progress = { state: 'watching', delivery: 'sure', evidence: { ...evidenceAtSend(job, nowMs), worked: 'seen' } }
  const numbers = 'generate_series(1, $1::integer) as number'
  await database.query(
    `insert into followup.job (project_id, job_id, record, seen_at_ms, look_number, look_at_ms)
     select $2, 'job_' || number, $3, $4::bigint, 1, $4::bigint + (number::bigint * 7919) % 30000 from ${numbers}`,
    [count, projectId, JSON.stringify(job), nowMs]
  )
  await database.query(
    `insert into followup.followup (project_id, job_id, team_id, channel_id, requester_id, prompt, in_line_at_ms, written_at_ms, progress, standing)
     select $2, 'job_' || number, 'T1', 'C1', 'U1', 'Go on', $4, $4, $3::jsonb || jsonb_build_object('sentAtMs',
       $4::bigint - $5::bigint - (number::bigint * 7919) % $6::bigint), 'sent' from ${numbers}`,
    [count, projectId, JSON.stringify(progress), nowMs, AGE_MS.least, AGE_MS.most - AGE_MS.least]
  )
  await database.query(
    `insert into followup.task (owner, name, data, due_at_ms)
     select project_id, 'check-job', jsonb_build_object('projectId', project_id, 'jobId', job_id, 'lookNumber', 1), look_at_ms
     from followup.job`
  )
}
