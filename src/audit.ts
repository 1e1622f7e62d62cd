import { parseArgs } from 'node:util'
import { exitWith, StartError } from './errors.ts'
import { readAudit } from './followups/stores/audit-store.ts'
import { startOf, withDatabase } from './with-database.ts'

const USAGE = `Give a start and, optionally, a format (default: csv):
  npm run audit --silent -- --since 7d
  npm run audit --silent -- --since 2026-01-31 --format jsonl`

const HOUR_MS = 3_600_000

function toMs(since: string): number {
  const [, count, unit] = /^(\d{1,5})([hd])$/.exec(since) ?? []
  return count ? Date.now() - Number(count) * (unit === 'd' ? 24 : 1) * HOUR_MS : startOf(since)
}

/** A spreadsheet takes what begins with one of these for a formula. */
const toCell = (value: unknown) =>
  `"${String(value ?? '')
    .replace(/^(?=[=+\-@\t\r])/, "'")
    .replaceAll('"', '""')}"`

const toLine = (cells: unknown[]) => cells.map(toCell).join(',')

const FORMATS: Record<string, (rows: Record<string, unknown>[], isFirst: boolean) => string[]> = {
  csv: (rows, isFirst) => [...(isFirst ? [Object.keys(rows[0] ?? {})] : []), ...rows.map(Object.values)].map(toLine),
  jsonl: rows => rows.map(row => JSON.stringify(row))
}

const options = { since: { type: 'string' }, format: { type: 'string' } } as const
const { values, positionals } = parseArgs({ options, strict: false })
const { since = '', format = 'csv', ...others } = values
const sinceMs = toMs(String(since))
const toLines = Object.hasOwn(FORMATS, String(format)) && FORMATS[String(format)]
if (!toLines || !(sinceMs > 0) || positionals.length + Object.keys(others).length > 0) exitWith(new StartError(USAGE))

await withDatabase(async database => {
  for (let last = 0, page = await readAudit(database, sinceMs, 0); page.length > 0; ) {
    const lines = toLines(page, last === 0)
    await new Promise(done => process.stdout.write(`${lines.join('\n')}\n`, done))
    last = Number(page.at(-1)?.number)
    page = await readAudit(database, sinceMs, last)
  }
}).catch(exitWith)
