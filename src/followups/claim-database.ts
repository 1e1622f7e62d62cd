import { z } from 'zod'
import type { Sql } from '../database/database.ts'
import { type Log, StartError } from '../errors.ts'
import { UNDER_WAY } from './stores/line-store.ts'

type Bot = { teamId: string; projectIds: string[] }

const teamsSchema = z.array(z.object({ teamId: z.string() }))

async function findOtherTeam(
  sql: Sql,
  { teamId, projectId }: { teamId: string; projectId: string }
): Promise<string | undefined> {
  // Two teams that start at the same moment would not see each other's row.
  await sql.query('select pg_advisory_xact_lock(7214005)')
  await sql.query(
    `insert into followup.project (project_id, team_id)
     select $1, $2 where not exists (select from followup.project where team_id <> $2) on conflict do nothing`,
    [projectId, teamId]
  )
  const rows = await sql.query('select team_id as "teamId" from followup.project where team_id <> $1', [teamId])
  return teamsSchema.parse(rows)[0]?.teamId
}

const countsSchema = z.array(z.object({ projectId: z.string(), count: z.number() }))

async function countWorkOfOthers(sql: Sql, projectIds: string[]): Promise<{ projectId: string; count: number }[]> {
  const rows = await sql.query(
    `select project_id as "projectId", count(*)::int as count from followup.followup
     where ${UNDER_WAY} and project_id <> all($1) group by project_id order by project_id`,
    [projectIds]
  )
  return countsSchema.parse(rows)
}

/** A database belongs to one team. Work for a project this process does not serve keeps waiting, and the operator is told. */
export async function claimDatabase(sql: Sql, { teamId, projectIds }: Bot, log: Log): Promise<void> {
  let otherId: string | undefined
  for (const projectId of projectIds) otherId ??= await findOtherTeam(sql, { teamId, projectId })
  if (otherId !== undefined) {
    throw new StartError(
      `This database belongs to the Slack workspace ${otherId}, but SLACK_BOT_TOKEN belongs to ${teamId}. Give each workspace its own database: set DATABASE_URL or DATA_DIR.`
    )
  }
  for (const waiting of await countWorkOfOthers(sql, projectIds)) {
    log.warn(
      waiting,
      `Follow-ups of another project wait for a bot that serves it; this one serves '${projectIds.join("', '")}'`
    )
  }
}
