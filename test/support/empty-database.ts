import type { Database } from '../../src/database/database.ts'

/** What a schema consists of, by what tells a system's own rows from ours. Changing it leaves newer rows there, or fewer. */
const CATALOGS = {
  pg_namespace: 'oid',
  pg_class: 'oid',
  pg_attribute: 'attrelid',
  pg_constraint: 'oid',
  pg_trigger: 'oid',
  pg_proc: 'oid'
}

const FIRST_OWN = 16_384

const written = Object.entries(CATALOGS).map(
  ([name, oid]) => `select xmin::text::bigint as in_transaction from ${name} where ${oid} >= ${FIRST_OWN}`
)

/** The same for two databases copied from one another only if neither's schema was changed since. */
export async function describeSchema(database: Database): Promise<string> {
  const [row] = await database.query(
    `select count(*), max(in_transaction) from (${written.join(' union all ')}) written`
  )
  return JSON.stringify(row)
}

/** Tables that ever had rows, of those that migrations leave empty. */
const USED = `select oid::regclass as name from pg_class
  where relnamespace = 'followup'::regnamespace and relname <> 'migration' and relkind = 'r' and pg_relation_size(oid) > 0`

const START_NUMBERS = `select setval(oid, 1, false) from pg_class
  where relnamespace = 'followup'::regnamespace and relkind = 'S'`

/** Deletes every row and lets every number start again. False: that does not make the database like a new one. */
export async function emptyDatabase(database: Database, schema: string): Promise<boolean> {
  if ((await describeSchema(database)) !== schema) return false
  const used = await database.query(USED)
  const deletions = used.map(({ name }, at) => `deletion_${at} as (delete from ${name})`)
  await database.query(`${deletions.length > 0 ? `with ${deletions.join(', ')}` : ''} ${START_NUMBERS}`)
  return true
}
