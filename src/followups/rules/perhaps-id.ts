import { COMMAND_WORDS, type Command, idsIn, isAmount } from './parse-command.ts'
import { splitWhen } from './parse-when.ts'

/** The first word of a sentence, if it may be the id of a job that nobody knows here. After a time, it has to look like one. */
export function perhapsId({ firstWord, words }: Command & { kind: 'sentence' }): string | undefined {
  if (COMMAND_WORDS.has(firstWord.toLowerCase())) return undefined
  const looksLikeId = idsIn(firstWord).length > 0 && !isAmount(firstWord)
  return looksLikeId || splitWhen(words) === undefined ? firstWord : undefined
}
