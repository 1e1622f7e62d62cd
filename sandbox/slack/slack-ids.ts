import { randomBytes } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Random, because event and trigger ids must stay unique for a bot that outlives one stand-in. */
export function newId(prefix: string, length = 9): string {
  return prefix + Array.from(randomBytes(length), byte => LETTERS[byte % LETTERS.length]).join('')
}

/** Readable and the same in every run: `U0ANA000001`. */
export function namedId(prefix: string, name: string, count: number): string {
  const letters = name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, 6)
  return `${prefix}0${letters}${String(count).padStart(9 - letters.length, '0')}`
}
