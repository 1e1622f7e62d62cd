import { adminUrl } from '../support/admin-url.ts'
import { runSql } from '../support/run-sql.ts'

/** How many transactions one database has committed so far, as the server counts them. */
export async function countCommits(serverUrl: string, name: string): Promise<number> {
  const [row] = await runSql(
    adminUrl(serverUrl),
    'select xact_commit as commits from pg_stat_database where datname = $1',
    [name]
  )
  return Number(row?.commits)
}
