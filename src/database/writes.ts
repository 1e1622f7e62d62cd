import type { Sql } from './database.ts'

export type Statement = { text: string; values?: unknown[] | undefined }

/** Changes that wait for one another, to go out in one statement. */
export function createWrites() {
  let waiting: Statement[] = []

  return {
    /** No part of a statement sees what the others change, so each table is changed by one of them. */
    hasRoomFor: (text: string) => waiting.every(write => tableOf(write.text) !== tableOf(text)),
    add: (write: Statement) => void waiting.push(write),
    /** Undefined: there is nothing to do. */
    takeAll(last?: Statement): Statement | undefined {
      const writes = waiting
      waiting = []
      return writes.length === 0 ? last : inOne(writes, last)
    }
  }
}

const tableOf = (text: string) => /(?:insert into|update|delete from) ([\w.]+)/.exec(text)?.[1]

/** A change on its own. Returns the row that was changed, if any. */
export const carryOut = async (sql: Pick<Sql, 'query'>, { text, values }: Statement): Promise<unknown> =>
  (await sql.query(text, values))[0] ?? null

/** Changes in one statement with `last`, which begins with `with` and does not see them. */
export function inOne(writes: Statement[], last: Statement = { text: 'with nothing as (select) select' }): Statement {
  const named = writes.map(({ text, values }, at) => ({ text: `write_${at} as (${text})`, values }))
  const values: unknown[] = []
  const texts = [...named, { ...last, text: last.text.replace(/^with /, '') }].map(part => {
    const before = values.length
    values.push(...(part.values ?? []))
    return part.text.replaceAll(/\$(\d+)/g, (_, number) => `$${Number(number) + before}`)
  })
  return { text: `with ${texts.join(', ')}`, values }
}
