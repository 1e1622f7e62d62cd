import { parseArgs } from 'node:util'
import { exitWith, StartError } from './errors.ts'
import { readAudit } from './followups/stores/audit-store.ts'
import { startOf, withDatabase } from './with-database.ts'

const USAGE = `Give a start and, if you like, a format (csv by default):
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

function readFlags() {
  try {
    const options = { since: { type: 'string', default: '' }, format: { type: 'string', default: 'csv' } } as const
    const { since, format } = parseArgs({ options }).values
    return { sinceMs: toMs(since), format: FORMATS[format] }
  } catch {
    return { sinceMs: Number.NaN, format: undefined }
  }
}

const { sinceMs, format } = readFlags()

await (format && sinceMs > 0
  ? withDatabase(async database => {
      for (let last = 0, page = await readAudit(database, sinceMs, 0); page.length > 0; ) {
        const lines = format(page, last === 0)
        await new Promise(done => process.stdout.write(`${lines.join('\n')}\n`, done))
        last = Number(page.at(-1)?.number)
        page = await readAudit(database, sinceMs, last)
      }
    })
  : Promise.reject(new StartError(USAGE))
).catch(exitWith)
