/** The letters that often follow each letter in English, in names and in code. */
const OFTEN_AFTER: Record<string, string> = {
  a: 'bcdfgiklmnprstuvwy',
  b: 'aeijlorsuy',
  c: 'acehiklorstu',
  d: 'adegilorsuy',
  e: 'abcdefgijlmnopqrstvwxy',
  f: 'aefilortu',
  g: 'aehilnorsu',
  h: 'aeiortu',
  i: 'abcdefglmnoprstvxz',
  j: 'aeos',
  k: 'aeis',
  l: 'adeilostuy',
  m: 'abeilmopsu',
  n: 'acdefgiklnopstuvy',
  o: 'abcdefgiklmnoprstuvw',
  p: 'aehilmoprstu',
  q: 'u',
  r: 'acdegiklmnorstuvy',
  s: 'acehiklopstuy',
  t: 'acehiloprstuwy',
  u: 'abcdegilmnprst',
  v: 'aeio',
  w: 'aehinors',
  x: 'aipt',
  y: 'nops',
  z: 'e'
}

// More tells nothing new, and keeps the work small.
const WEIGHED = 64
const LONG = 16
const MOST_PLACEHOLDER_STEPS = 0.5
const LEAST_BITS_EACH = 3
const LEAST_COMMON_PAIRS = 0.8

/** Made by a machine, or a password that somebody took pains over: not words, names, versions or times. */
export function looksRandom(text: string): boolean {
  const value = text.slice(0, WEIGHED)
  if (isPlaceholder(value) || isWordy(value)) return false
  if (value.length < LONG) return hasLettersAndDigits(value) && /[a-z]/.test(value) && /[A-Z!@#$%^&*?+~]/.test(value)
  const letters = value.replace(/[^A-Za-z]/g, '').length
  return letters >= value.length / 10 && bitsEach(value) >= LEAST_BITS_EACH
}

export const hasLettersAndDigits = (value: string): boolean => /[A-Za-z]/.test(value) && /\d/.test(value)

/** Typed by running a finger along the keyboard: xxxx, 0000, 12345678, abcdef. */
export function isPlaceholder(value: string): boolean {
  const steps = Array.from(value.slice(1), (_, at) => value.charCodeAt(at + 1) - value.charCodeAt(at))
  const even = steps.filter(step => step === 0 || step === 1 || step === -9).length
  return even > steps.length * MOST_PLACEHOLDER_STEPS || /EXAMPLE|(.)\1{7}/.test(value)
}

/** Few pieces, as in camelCase and kebab-case, of letters that often stand together, and not many digits. */
export function isWordy(value: string): boolean {
  const pieces = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? []
  const pairs = pieces.flatMap(piece => Array.from(piece.slice(1), (next, at) => piece.charAt(at) + next))
  const ofLetters = pairs.filter(pair => /[A-Za-z]{2}/.test(pair)).map(pair => pair.toLowerCase())
  const common = ofLetters.filter(pair => OFTEN_AFTER[pair.charAt(0)]?.includes(pair.charAt(1)))
  const digits = value.replace(/\D/g, '').length
  if (digits > value.length / 2 || pieces.length > Math.max(1, value.length / 3)) return false
  return common.length >= ofLetters.length * LEAST_COMMON_PAIRS
}

/** Shannon's entropy of its characters. */
function bitsEach(value: string): number {
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce(
    (bits, count) => bits - (count / value.length) * Math.log2(count / value.length),
    0
  )
}
