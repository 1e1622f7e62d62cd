import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allFigures } from './all-figures.ts'
import {
  type Bar,
  BOT,
  type Bound,
  type Figure,
  type Measured,
  percentile,
  type Report,
  type Run,
  reportSchema,
  type Series,
  spread
} from './bench.ts'
import { drawWrongs } from './draw-wrongs.ts'
import { lostUnderKills } from './figures/lost-under-kills.ts'

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

/** Fills in the tables and draws the plot, from what the report says; the words around the tables stay as they are. */
export async function redraw(folder: string): Promise<void> {
  const report = await readReport(folder)
  const page = join(folder, 'benchmarks.md')
  const text = await readFile(page, 'utf8').catch(() => emptyPage())
  await writeFile(page, fillIn(text, renderTables(report, allFigures)))
  const underKills = report.now?.figures[lostUnderKills.name]
  if (underKills) await writeFile(join(folder, 'under-kills.svg'), drawWrongs(underKills))
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

/** The generated parts of benchmarks.md by their names: the machine, and a table for each figure that was measured. */
export function renderTables(report: Report, figures: Figure[]): Map<string, string> {
  const tables = figures.flatMap(figure => {
    const runs = { before: report.before?.figures[figure.name], now: report.now?.figures[figure.name] }
    const table = runs.before || runs.now ? [[figure.name, renderFigure(figure, runs)] as const] : []
    return table
  })
  return new Map([['machine', renderMachine(report)], ...tables])
}

function renderMachine({ before, now }: Report): string {
  const words = ({ machine }: Run) =>
    `${machine.cores} cores (${machine.cpu}), ${machine.memoryGb} GB, Node ${machine.node.slice(1)}, PostgreSQL ${machine.postgres}`
  const lines = [before && `- Before: ${words(before)}.`, now && `- Now: ${words(now)}.`]
  return lines.filter(line => line !== undefined).join('\n')
}

// Less than that is the system itself.
const MUCH_ELSEWHERE = 0.15

type Runs = { before: Measured | undefined; now: Measured | undefined }

function renderFigure({ title, name, bars }: Figure, runs: Runs): string {
  const rows = bars.filter(bar => [runs.before, runs.now].some(run => find(run, bar.who ?? BOT, bar.what)))
  return [
    `**${title}** (${count(runs)}). Rerun: \`npm run bench -- --only ${name}\``,
    '',
    '| | Before | Now | Baseline | Ratio before | Ratio now | Goal | Met | Stretch goal | Met |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...rows.map(bar => `| ${cellsOf(bar, runs).join(' | ')} |`),
    ...harnessOf(runs.now ?? runs.before)
  ].join('\n')
}

/** A load that takes a core itself would be what is measured. */
function harnessOf(measured: Measured | undefined): string[] {
  const { harness = [] } = measured ?? {}
  if (harness.length === 0) return []
  return [
    '',
    `The load and the stand-ins took, of one core, ${harness.map(({ who, cores }) => `${cores} next to ${who}`).join(', ')}.`
  ]
}

function count({ before, now }: Runs): string {
  const told = [now && `now ${when(now)}`, before && `before ${when(before)}`].filter(words => words !== undefined)
  return told.join('; ')
}

const when = ({ ranAt, isShort, note, othersCores }: Measured) => {
  const others = othersCores >= MUCH_ELSEWHERE && `while others used ${number(othersCores)} cores`
  return [ranAt.replace('T', ' '), isShort && 'a short run', note, others].filter(Boolean).join(', ')
}

function cellsOf(bar: Bar, { before, now }: Runs): string[] {
  const who = bar.who ?? BOT
  const [was, is] = [find(before, who, bar.what), find(now, who, bar.what)]
  const beside = bar.baseline === undefined ? undefined : find(now ?? before, bar.baseline, bar.what)
  return [
    bar.words,
    show(was),
    show(is),
    beside ? `${show(beside)}, ${bar.baseline}` : '',
    showRatio(ratioOf(before, bar)),
    showRatio(ratioOf(now, bar)),
    showBound(bar.reach, is ?? was),
    isMet(bar.reach, bar, now),
    showBound(bar.aim, is ?? was),
    isMet(bar.aim, bar, now)
  ]
}

const find = (measured: Measured | undefined, who: string, what: string): Series | undefined =>
  measured?.series.find(one => one.who === who && one.what === what)

function ratioOf(measured: Measured | undefined, { who = BOT, what, baseline }: Bar): number | undefined {
  const [ours, theirs] = [find(measured, who, what), baseline && find(measured, baseline, what)]
  if (!ours || !theirs) return undefined
  const ratios = ours.values.map((value, round) => value / (theirs.values[round] ?? Number.NaN))
  // Round by round, when they took turns: what else the machine did meanwhile met both alike.
  const tookTurns = ours.values.length === theirs.values.length
  const ratio = tookTurns ? percentile(ratios, 50) : spread(ours.values).median / spread(theirs.values).median
  return Number.isFinite(ratio) ? ratio : undefined
}

/** The median, and between which values the rounds lay. */
function show(series: Series | undefined): string {
  if (series === undefined) return ''
  const { min, median, max } = spread(series.values)
  const range = series.values.length > 1 && min !== max ? ` (${number(min)}–${number(max)})` : ''
  return `${number(median)}${unitAfter(series.unit)}${range}`
}

const unitAfter = (unit: string) =>
  unit === '' ? '' : /^[/%×]/.test(unit) && unit !== '% of a core' ? unit : ` ${unit}`

const number = (value: number) =>
  (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(2))).toLocaleString('en')

const showRatio = (ratio: number | undefined) =>
  ratio === undefined ? '' : `${Number(ratio.toPrecision(2)).toLocaleString('en')} ×`

function showBound(bound: Bound | undefined, series: Series | undefined): string {
  if (bound === undefined) return ''
  const unit = bound.times ? ' ×' : unitAfter(series?.unit ?? '')
  if (bound.most === 0) return '0'
  return bound.least === undefined ? `≤ ${bound.most}${unit}` : `≥ ${bound.least}${unit}`
}

function isMet(bound: Bound | undefined, bar: Bar, now: Measured | undefined): string {
  const ours = find(now, bar.who ?? BOT, bar.what)
  if (bound === undefined || ours === undefined) return ''
  // None at all is broken by a single round.
  const { median, max } = spread(ours.values)
  const value = bound.times ? ratioOf(now, bar) : bound.most === 0 ? max : median
  if (value === undefined) return ''
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = bound
  return value >= least && value <= most ? 'yes' : '**no**'
}
