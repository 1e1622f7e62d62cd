/** A plot as one SVG, readable on light and on dark pages. */

export type Line = { words: string; points: [number, number][]; isBefore?: boolean }
export type LinePlot = {
  title: string
  under: string
  x: Axis
  y: Axis
  lines: Line[]
}
export type Axis = {
  words: string
  ticks: number[]
  scale?: (value: number) => number
  show?: (value: number) => string
}
export type BarPlot = {
  title: string
  under: string
  unit: string
  bars: { words: string; value: number; span: string }[]
}

const WIDTH = 760
const HEIGHT = 400
const BOX = { left: 64, right: 24, top: 114, bottom: 48 }

const STYLE = `<style>
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .title { font-size: 16px; font-weight: 600 }
  .soft { fill: #59636e }
  .grid { stroke: #d1d9e0; stroke-width: 1 }
  .line { fill: none; stroke-width: 2.5; stroke-linejoin: round }
  .before { stroke-dasharray: 5 5 }
  .c0 { stroke: #0969da } .c1 { stroke: #bc4c00 } .c2 { stroke: #1a7f37 } .c3 { stroke: #8250df }
  .b0 { fill: #0969da } .b1 { fill: #bc4c00 } .b2 { fill: #1a7f37 } .b3 { fill: #8250df }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .soft { fill: #9198a1 }
    .grid { stroke: #3d444d }
    .c0 { stroke: #4493f8 } .c1 { stroke: #f0883e } .c2 { stroke: #3fb950 } .c3 { stroke: #ab7df8 }
    .b0 { fill: #4493f8 } .b1 { fill: #f0883e } .b2 { fill: #3fb950 } .b3 { fill: #ab7df8 }
  }
</style>`

export function drawLines({ title, under, x, y, lines }: LinePlot): string {
  const toX = onto(x, BOX.left, WIDTH - BOX.right)
  const toY = onto(y, HEIGHT - BOX.bottom, BOX.top)
  const names = [...new Set(lines.map(({ words }) => words))]
  const legend = names.map((words, place) => {
    const left = BOX.left + place * Math.floor((WIDTH - BOX.left) / names.length)
    const mark = `<line class="line c${place % 4}" x1="${left}" x2="${left + 20}" y1="76" y2="76"/>`
    return `${mark}<text x="${left + 26}" y="80">${inXml(words)}</text>`
  })
  const drawn = lines.map(({ words, points, isBefore }) => {
    const path = points.map(([px, py]) => `${at(toX(px))},${at(toY(py))}`).join(' ')
    return `<polyline class="line c${names.indexOf(words) % 4}${isBefore ? ' before' : ''}" points="${path}"/>`
  })
  const across = y.ticks.map(tick => {
    const line = `<line class="grid" x1="${BOX.left}" x2="${WIDTH - BOX.right}" y1="${at(toY(tick))}" y2="${at(toY(tick))}"/>`
    return `${line}<text class="soft" text-anchor="end" x="${BOX.left - 8}" y="${at(toY(tick) + 4)}">${shown(y, tick)}</text>`
  })
  const below = x.ticks.map(
    tick =>
      `<text class="soft" text-anchor="middle" x="${at(toX(tick))}" y="${HEIGHT - BOX.bottom + 20}">${shown(x, tick)}</text>`
  )
  const named = [
    `<text class="soft" text-anchor="end" x="${WIDTH - BOX.right}" y="${HEIGHT - 8}">${inXml(x.words)}</text>`,
    `<text class="soft" x="8" y="${BOX.top - 16}">${inXml(y.words)}</text>`
  ]
  return frame({ title, under, height: HEIGHT }, [...legend, ...across, ...below, ...named, ...drawn])
}

const BAR = { height: 30, gap: 16, left: 170, words: 300 }

export function drawBars({ title, under, unit, bars }: BarPlot): string {
  const most = Math.max(...bars.map(({ value }) => value), 1)
  const room = WIDTH - BAR.left - BAR.words
  const drawn = bars.map(({ words, value, span }, place) => {
    const top = 72 + place * (BAR.height + BAR.gap)
    // A bar of nothing is still seen to be there.
    const width = Math.max((room * value) / most, 2)
    return [
      `<text text-anchor="end" x="${BAR.left - 10}" y="${top + 20}">${inXml(words)}</text>`,
      `<rect class="b${place % 4}" x="${BAR.left}" y="${top}" width="${at(width)}" height="${BAR.height}" rx="3"/>`,
      `<text x="${at(BAR.left + width + 10)}" y="${top + 20}">${value.toLocaleString('en')} ${unit} <tspan class="soft">${inXml(span)}</tspan></text>`
    ].join('')
  })
  return frame({ title, under, height: 84 + bars.length * (BAR.height + BAR.gap) }, drawn)
}

function frame({ title, under, height }: { title: string; under: string; height: number }, parts: string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">`,
    `<title>${inXml(title)}. ${inXml(under)}</title>`,
    STYLE,
    `<text class="title" x="8" y="24">${inXml(title)}</text>`,
    `<text class="soft" x="8" y="46">${inXml(under)}</text>`,
    ...parts,
    '</svg>\n'
  ].join('\n')
}

/** Where a value goes between two edges, whose values are the first and the last tick. */
function onto({ ticks, scale = value => value }: Axis, from: number, to: number): (value: number) => number {
  const [least, most] = [ticks[0] ?? 0, ticks.at(-1) ?? 1]
  const [first, last] = [scale(least), scale(most)]
  return value => from + ((to - from) * (scale(Math.min(Math.max(value, least), most)) - first)) / (last - first)
}

const shown = ({ show = value => value.toLocaleString('en') }: Axis, tick: number) => inXml(show(tick))

const at = (value: number) => value.toFixed(1)

const inXml = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
