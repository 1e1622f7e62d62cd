import { IN_LINE } from '../../src/followups/stores/line-store.ts'
import { runSql } from '../support/run-sql.ts'

/**
 * How many things still have to happen. What may or may not have been delivered, or has not started, is watched for some time
 * longer: nobody waits for that.
 */
export async function countUnfinished(databaseUrl: string): Promise<number> {
  const [row] = await runSql(
    databaseUrl,
    `select (select count(*) from followup.followup where state not in ('ended', 'dropped')
        and not (state = 'watching' and (progress ->> 'delivery' = 'maybe' or progress ? 'toldAtMs')))
       + (select count(*) from followup.inbox where is_open)
       + (select count(*) from followup.view where state not in ('posted', 'buried'))
       + (select count(*) from followup.task where name <> 'check-job') as left`
  )
  return Number(row?.left)
}

/** How many follow-ups were accepted and have not reached their jobs. */
export async function countWaiting(databaseUrl: string): Promise<number> {
  const [row] = await runSql(
    databaseUrl,
    `select (select count(*) from followup.followup where ${IN_LINE}) + (select count(*) from followup.inbox where is_open) as waiting`
  )
  return Number(row?.waiting)
}

/** How many jobs are watched, other than those of which people were told that they have not started. */
export async function countWatched(databaseUrl: string): Promise<number> {
  const [row] = await runSql(
    databaseUrl,
    `select count(distinct job_id) as watched from followup.followup where state = 'watching' and not progress ? 'toldAtMs'`
  )
  return Number(row?.watched)
}
