import type { Sql } from '../database/database.ts'
import { type Log, StartError } from '../errors.ts'
import { UNDER_WAY } from './stores/line-store.ts'

type Bot = { teamId: string; projectIds: string[] }

export async function findOtherTeam(sql: Pick<Sql, 'query'>, teamId: string): Promise<unknown> {
  const [other] = await sql.query('select team_id as id from followup.project where team_id <> $1 limit 1', [teamId])
  return other?.id
}

export const ofOtherTeam = (otherId: unknown, teamId: string) =>
  new StartError(
    `This database belongs to the Slack workspace ${otherId}, but SLACK_BOT_TOKEN belongs to ${teamId}. Give each workspace its own database: set DATABASE_URL or DATA_DIR.`
  )

/** A database belongs to one team. Work for a project this process does not serve keeps waiting, and the operator is told. */
export async function claimDatabase(sql: Sql, { teamId, projectIds }: Bot, log: Log): Promise<void> {
  // Two teams that start at the same moment would not see each other's row.
  await sql.query('select pg_advisory_xact_lock(7214005)')
  const otherId = await findOtherTeam(sql, teamId)
  if (otherId !== undefined) throw ofOtherTeam(otherId, teamId)
  const added = `insert into followup.project (project_id, team_id) select unnest($1::text[]), $2 on conflict do nothing`
  await sql.query(added, [projectIds, teamId])
  const ofOthers = `select project_id as "projectId", count(*)::int from followup.followup
    where ${UNDER_WAY} and project_id <> all($1) group by project_id order by project_id`
  for (const waiting of await sql.query(ofOthers, [projectIds]))
    log.warn(
      waiting,
      `Follow-ups of another project wait for a bot that serves it; this one serves ${projectIds.join(', ')}`
    )
}
