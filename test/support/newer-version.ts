import { runSql } from './run-sql.ts'

/** As the start of a newer version leaves the database, with which older ones can work, or cannot. */
export async function bringUpToDate(url: string, version = '99.0.0', isBreaking = true): Promise<void> {
  await runSql(
    url,
    `insert into followup.migration values ('later.sql', ${isBreaking}); comment on table followup.migration is '${version}'`
  )
}
