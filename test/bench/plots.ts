import { drawBars, drawLines, type Line } from './draw-plot.ts'
import { type Measured, type Report, spread } from './measured.ts'

type Runs = { before: Measured | undefined; now: Measured | undefined }

/** A file next to the report, drawn from one figure. Undefined while that was not measured. */
export type Plot = { file: string; figure: string; draw: (runs: Runs) => string | undefined }

const SHARES = [1, 50, 90, 99, 99.9]
const POWERS = [0.1, 1, 10, 100, 1_000, 10_000]

export const plots: Plot[] = [
  {
    file: 'ack-latency.svg',
    figure: 'steady-commands',
    draw: runs =>
      drawLines({
        title: 'How long a command waits for its acknowledgement',
        under: `100 commands a second over HTTP, with all that follows from them; ${countOf(runs)}${dashed(runs)}`,
        x: { words: '% of all commands, at most', ticks: SHARES, scale: share => -Math.log10(100 - share) },
        y: { words: 'ms', ticks: POWERS, scale: Math.log10 },
        lines: linesOf(runs)
      })
  },
  {
    file: 'looks.svg',
    figure: 'slow-service',
    draw: runs => {
      const lines = linesOf(runs)
      const last = Math.max(...lines.flatMap(({ points }) => points.map(([second]) => second)))
      return drawLines({
        title: 'How many of the watched jobs have been looked at',
        under: `One process, an agent service that takes a second to answer; ${countOf(runs)}${dashed(runs)}`,
        x: { words: 'seconds', ticks: [0, 1, 2, 3].map(third => Math.round((third * last) / 3)) },
        y: { words: '% of the jobs', ticks: [0, 25, 50, 75, 100] },
        lines
      })
    }
  },
  {
    file: 'lost-under-kills.svg',
    figure: 'lost-under-kills',
    draw: ({ before, now }) => {
      const { series = [] } = now ?? before ?? {}
      const valuesOf = (who: string, what: string) =>
        series.find(one => one.who === who && one.what === what)?.values ?? []
      const bars = [...new Set(series.map(({ who }) => who))].map(who => {
        const { min, median, max } = spread(valuesOf(who, 'lost'))
        const commands = valuesOf(who, 'acknowledged').reduce((sum, count) => sum + count, 0)
        const rounds = valuesOf(who, 'lost').length
        return {
          words: who,
          value: oneDigit(median),
          span: `(${oneDigit(min)} to ${oneDigit(max)}), n = ${commands} in ${rounds}`
        }
      })
      return drawBars({
        title: 'Acknowledged commands of which nothing more was heard',
        under:
          'kill -9 three times while commands arrive, and a restart each time; median (least to most), n in rounds',
        unit: '%',
        bars: bars.toSorted((one, other) => one.value - other.value)
      })
    }
  }
]

const oneDigit = (value: number) => Math.round(10 * value) / 10

/** The drawn plots by file. */
export function drawAll(report: Report): Map<string, string> {
  const drawn = plots.flatMap(({ file, figure, draw }) => {
    const runs = { before: report.before?.figures[figure], now: report.now?.figures[figure] }
    const svg = runs.before || runs.now ? draw(runs) : undefined
    return svg === undefined ? [] : [[file, svg] as const]
  })
  return new Map(drawn)
}

const isBoth = ({ before, now }: Runs) => before !== undefined && now !== undefined && before.ranAt !== now.ranAt

const dashed = (runs: Runs) => (isBoth(runs) ? '; dashed: before' : '')

function linesOf(runs: Runs): Line[] {
  const { before, now } = runs
  const toLines = (measured: Measured | undefined, isBefore: boolean) =>
    (measured?.curves ?? []).map(({ who, points }): Line => ({ words: who, points, isBefore }))
  return isBoth(runs) ? [...toLines(now, false), ...toLines(before, true)] : toLines(now ?? before, false)
}

function countOf({ before, now }: Runs): string {
  const counts = (now ?? before)?.curves.map(({ n }) => n.toLocaleString('en')) ?? []
  return `n = ${counts.join(', ')}`
}
