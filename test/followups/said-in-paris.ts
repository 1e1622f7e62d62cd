import { parseWhen, type Said, toSaid } from '../../src/followups/rules/parse-when.ts'

/** A Friday: in Paris it is three in the afternoon. */
export const FRIDAY = Date.UTC(2026, 10, 20, 14, 0, 0)
export const PARIS = 'Europe/Paris'

/** What words come to that are said there and then. */
export function saidInParis(words: string, zone: string | undefined = PARIS, nowMs = FRIDAY): Said {
  const found = parseWhen(words)
  return found ? withoutItsWords(toSaid(found, { nowMs, zone })) : { prompt: words }
}

function withoutItsWords(said: Said): Said {
  if ('problem' in said || said.wait === undefined || said.wait.what === 'undo') return said
  return { ...said, wait: { ...said.wait, said: undefined } }
}
