import { BOT, CHAT_SDK, type Measured, percentile, TUTORIAL } from './bench.ts'
import { WRONGS } from './count-wrongs.ts'

const CONTESTANTS = [
  { who: BOT, colour: '#0969da' },
  { who: CHAT_SDK, colour: '#bf8700' },
  { who: TUTORIAL, colour: '#cf222e' }
]
const WORDS_WIDTH = 220
const WIDTH = 420
const BAR = 14
const GAP = 16
const TOP = 44
const GROUP = CONTESTANTS.length * BAR + GAP

/** What went wrong with each contestant, in per cent of what could have: a group of bars for each way, as an SVG. */
export function drawWrongs({ series }: Measured): string {
  const shareOf = (who: string, what: string) => {
    const found = series.find(one => one.who === who && one.what === what)
    return found && percentile(found.values, 50)
  }
  const bars = WRONGS.flatMap((what, group) =>
    CONTESTANTS.flatMap(({ who, colour }, place) => {
      const share = shareOf(who, what)
      if (share === undefined) return []
      const y = TOP + group * GROUP + place * BAR
      const width = (share * WIDTH) / 100
      return [
        `<rect x="${WORDS_WIDTH}" y="${y}" width="${width.toFixed(1)}" height="${BAR - 2}" fill="${colour}"/>`,
        text(WORDS_WIDTH + width + 6, y + BAR - 4, `${Number(share.toPrecision(2))} %`)
      ]
    })
  )
  const names = WRONGS.map((what, group) => text(WORDS_WIDTH - 10, TOP + group * GROUP + 1.8 * BAR, what, 'end'))
  const legend = CONTESTANTS.map(
    ({ who, colour }, place) =>
      `<rect x="${WORDS_WIDTH + place * 140}" y="14" width="12" height="12" fill="${colour}"/>${text(WORDS_WIDTH + 18 + place * 140, 24, who)}`
  )
  const [width, height] = [WORDS_WIDTH + WIDTH + 60, TOP + WRONGS.length * GROUP]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...legend,
    ...names,
    ...bars,
    '</svg>',
    ''
  ].join('\n')
}

const text = (x: number, y: number, words: string, anchor = 'start') =>
  `<text x="${x.toFixed(1)}" y="${y}" text-anchor="${anchor}" fill="#1f2328">${words}</text>`
