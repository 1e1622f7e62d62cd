import { isWordy } from './looks-random.ts'

const SHORTEST = 8
// Somebody's password may be a word that many instructions contain.
const ONE_WORD = /^[a-z]{1,15}$/i

/** What is seen of it, in one piece. */
const bare = (text: string) => text.replace(/[\s\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')

/** Whether words hold one of these secrets, of which nobody else gets to know. */
export function lookFor(secrets: (string | undefined)[]): (text: string) => boolean {
  const sought = secrets
    .map((secret = '') => bare(secret))
    .filter(secret => secret.length >= SHORTEST && !(ONE_WORD.test(secret) && isWordy(secret)))
  return text => {
    const words = bare(text)
    return sought.some(secret => words.includes(secret))
  }
}
