export type Chance = {
  /** From 0 up to 1. */
  next(): number
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number
  pick<T>(choices: readonly T[]): T
  happens(probability: number): boolean
}

/** The same numbers for the same seed, on every machine. */
export const createChance = (seed: number): Chance => toChance(createNumbers(seed))

/**
 * Begins anew whenever `key` says something else: what is drawn under one key depends on the seed and on that key alone, however
 * often something was drawn before.
 */
export function createKeyedChance(seed: number, key: () => string): Chance {
  let begun: string | undefined
  let next = createNumbers(seed)
  return toChance(() => {
    const current = key()
    if (current !== begun) next = createNumbers(hash(`${seed} ${current}`))
    begun = current
    return next()
  })
}

/** mulberry32 */
function createNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** FNV-1a */
const hash = (words: string) =>
  [...words].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619), 2_166_136_261)

function toChance(next: () => number): Chance {
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    pick(choices) {
      const choice = choices[between(0, choices.length - 1)]
      if (choice === undefined) throw new Error('Cannot pick from nothing')
      return choice
    },
    happens: probability => next() < probability
  }
}
