import { z } from 'zod'
import type { Sql } from '../database/database.ts'
import { StartError } from '../errors.ts'
import type { Log } from './followup-deps.ts'
import { findUnknown } from './stores/setting-store.ts'

const teamSchema = z.object({ teamId: z.string() })

/** The team this database belongs to, for good: the first one that started on it. */
async function ownerOf(sql: Sql, teamId: string): Promise<string> {
  await sql.query('insert into followup.team (team_id) values ($1) on conflict do nothing', [teamId])
  const [row] = await sql.query('select team_id as "teamId" from followup.team')
  return teamSchema.parse(row).teamId
}

const countsSchema = z.array(z.object({ projectId: z.string(), count: z.number() }))

/** Counts unfinished follow-ups of other projects, by project: this process does not continue them. */
async function countWorkOfOthers(sql: Sql, projectId: string): Promise<{ projectId: string; count: number }[]> {
  const rows = await sql.query(
    `select project_id as "projectId", count(*)::int as count from (
       select project_id from followup.followup where state in ('accepted', 'held', 'sending', 'watching')
       union all select project_id from followup.followup where state = 'waiting') as open
     where project_id <> $1 group by project_id order by project_id`,
    [projectId]
  )
  return countsSchema.parse(rows)
}

/** A database belongs to one team. Work for a project this process does not serve keeps waiting, and the operator is told. */
export async function claimDatabase(
  sql: Sql,
  { teamId, projectId }: { teamId: string; projectId: string },
  log: Log
): Promise<void> {
  const ownerId = await ownerOf(sql, teamId)
  if (ownerId !== teamId) {
    throw new StartError(
      `This database belongs to the Slack workspace ${ownerId}, but SLACK_BOT_TOKEN belongs to ${teamId}. Give each workspace its own database: set DATABASE_URL or DATA_DIR.`
    )
  }
  const unknown = await findUnknown(sql)
  if (unknown !== undefined) {
    throw new StartError(
      `Somebody chose something for '${unknown}' that this version of Agent Follow-up does not know. Start the newer version with which they did.`
    )
  }
  for (const waiting of await countWorkOfOthers(sql, projectId)) {
    log.warn(waiting, `Follow-ups of another project wait for a bot that serves it; this one serves '${projectId}'`)
  }
}
