import { z } from 'zod'
import type { Database } from '../../src/database/database.ts'

const columnsSchema = z.array(z.object({ table: z.string(), column: z.string() }))

/** Every text and document of the database that holds this, as `table.column: what it is`. */
export async function findText(database: Database, text: string): Promise<string[]> {
  const columns = columnsSchema.parse(
    await database.query(
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'followup' and data_type in ('text', 'jsonb')`
    )
  )
  const found = columns.map(async ({ table, column }) => {
    const rows = await database.query(
      `select ${column}::text as value from followup.${table} where strpos(${column}::text, $1) > 0`,
      [text]
    )
    return rows.map(({ value }) => `${table}.${column}: ${value}`)
  })
  return (await Promise.all(found)).flat()
}
