const ONES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const TEENS = 'ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen'.split('|')
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

const BELOW_TWENTY = [...TEENS, ...ONES].join('|')

export const UNIT_WORD = ONES.join('|')

/** Up to ninety-nine. */
export const NUMBER_WORD = `(?:${TENS.join('|')})(?:(?:-|\\s+)(?:${UNIT_WORD}))?|${BELOW_TWENTY}`

/** As far as a clock counts. */
export const HOUR_WORD = `twenty(?:-|\\s+)(?:one|two|three)|twenty|${BELOW_TWENTY}`

const VALUES = new Map([
  ...ONES.map((word, at): [string, number] => [word, at + 1]),
  ...TEENS.map((word, at): [string, number] => [word, at + 10]),
  ...TENS.map((word, at): [string, number] => [word, (at + 2) * 10])
])

/** Of a number in digits or words. */
export const numberOf = (words: string): number =>
  words
    .toLowerCase()
    .split(/[\s-]+/)
    .reduce((sum, word) => sum + (VALUES.get(word) ?? Number(word)), 0)
