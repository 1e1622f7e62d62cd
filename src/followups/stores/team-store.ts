import { z } from 'zod'
import type { Sql } from '../../database/database.ts'

const teamSchema = z.object({ teamId: z.string() })

/** The team this database belongs to, for good: the first one that started on it. */
export async function ownerOf(sql: Sql, teamId: string): Promise<string> {
  await sql.query('insert into followup.team (team_id) values ($1) on conflict do nothing', [teamId])
  const [row] = await sql.query('select team_id as "teamId" from followup.team')
  return teamSchema.parse(row).teamId
}

const countsSchema = z.array(z.object({ projectId: z.string(), count: z.number() }))

/** Counts unfinished follow-ups of other projects, by project: this process does not continue them. */
export async function countWorkOfOthers(sql: Sql, projectId: string): Promise<{ projectId: string; count: number }[]> {
  const rows = await sql.query(
    `select project_id as "projectId", count(*)::int as count from (
       select project_id from followup.followup where state in ('accepted', 'held', 'sending', 'watching')
       union all select project_id from followup.followup where state = 'waiting') as open
     where project_id <> $1 group by project_id order by project_id`,
    [projectId]
  )
  return countsSchema.parse(rows)
}
