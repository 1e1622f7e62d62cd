import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allFigures } from './all-figures.ts'
import { type Report, type Run, reportSchema } from './measured.ts'
import { renderTables } from './render-tables.ts'

/** Adds what was measured to the report in this folder; figures that were not measured stay as they were. */
export async function addToReport(folder: string, as: keyof Report, run: Run): Promise<void> {
  await mkdir(folder, { recursive: true })
  const report = await readReport(folder)
  const figures = { ...report[as]?.figures, ...run.figures }
  const next = reportSchema.parse({ ...report, [as]: { ...run, figures } })
  await writeFile(join(folder, 'benchmarks.json'), `${JSON.stringify(next, null, 1)}\n`)
  await redraw(folder)
}

export async function readReport(folder: string): Promise<Report> {
  const known = await readFile(join(folder, 'benchmarks.json'), 'utf8').catch(() => '{}')
  return reportSchema.parse(JSON.parse(known))
}

/** Fills in the tables, from what the report says; the words around the tables stay as they are. */
export async function redraw(folder: string): Promise<void> {
  const report = await readReport(folder)
  const page = join(folder, 'benchmarks.md')
  const text = await readFile(page, 'utf8').catch(() => emptyPage())
  await writeFile(page, fillIn(text, renderTables(report, allFigures)))
}

const emptyPage = () =>
  ['machine', ...allFigures.map(({ name }) => name)].map(name => `<!-- ${name} -->\n<!-- end -->`).join('\n\n')

/** Replaces what stands between the marks of each part. */
export function fillIn(text: string, parts: Map<string, string>): string {
  return text.replace(/(<!-- ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g, (_, start: string, name: string, end: string) => {
    const part = parts.get(name)
    return part === undefined ? `${start}${end}` : `${start}${part}\n${end}`
  })
}
