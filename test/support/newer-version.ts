import { runSql } from './run-sql.ts'

/** As the start of a newer version leaves the database. */
export async function bringUpToDate(url: string, version = '99.0.0'): Promise<void> {
  await runSql(
    url,
    `insert into followup.migration values ('later.sql'); comment on table followup.migration is '${version}'`
  )
}
