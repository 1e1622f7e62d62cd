import type { Database } from '../../src/database/database.ts'

// A system's own rows have lower numbers.
const FIRST_OWN = 16_384

/** Whatever changes a schema leaves newer rows in one of these, or fewer. */
const DESCRIPTIONS = [
  'followup.migration',
  `pg_namespace where oid >= ${FIRST_OWN}`,
  `pg_class where oid >= ${FIRST_OWN}`,
  `pg_attribute where attrelid >= ${FIRST_OWN}`,
  `pg_constraint where oid >= ${FIRST_OWN}`,
  `pg_trigger where oid >= ${FIRST_OWN}`,
  `pg_proc where oid >= ${FIRST_OWN}`
]

const written = DESCRIPTIONS.map(rows => `select xmin::text::bigint as in_transaction from ${rows}`)

const OPTIONS = `select datconnlimit, (select count(*) from pg_db_role_setting where setdatabase = pg_database.oid)
  from pg_database where datname = current_database()`

/** The same for two databases copied from one another only if neither's schema nor its options were changed since. */
export async function describeSchema(database: Database): Promise<string> {
  const [row] = await database.query(
    `select count(*), max(in_transaction), (select to_json(options) from (${OPTIONS}) as options)
     from (${written.join(' union all ')}) written`
  )
  return JSON.stringify(row)
}

/** Tables that ever had rows, of those that migrations leave empty. */
const USED = `select oid::regclass as name, pg_relation_size(oid) as size from pg_class
  where relnamespace = 'followup'::regnamespace and relname <> 'migration' and relkind = 'r' and pg_relation_size(oid) > 0`

// Emptied, a table stays as large as it was, and every test that looks through it pays for that.
const LARGEST = 1_000_000

const START_NUMBERS = `select setval(oid, 1, false) from pg_class
  where relnamespace = 'followup'::regnamespace and relkind = 'S'`

/** Deletes every row and lets every number start again. False: that would not make the database like a new one. */
export async function emptyDatabase(database: Database, schema: string): Promise<boolean> {
  if ((await describeSchema(database)) !== schema) return false
  const used = await database.query(USED)
  if (used.some(({ size }) => Number(size) > LARGEST)) return false
  const deletions = used.map(({ name }, at) => `deletion_${at} as (delete from ${name})`)
  await database.query(`${deletions.length > 0 ? `with ${deletions.join(', ')}` : ''} ${START_NUMBERS}`)
  return true
}
