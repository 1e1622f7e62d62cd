import { parseCommand } from './parse-command.ts'
import { splitWhen } from './parse-when.ts'

/** "job_c90 at 18:00: …" is "at 18:00: job_c90 …", whoever it is for: otherwise it would go out at once. */
export function timeFirst(words: string): string {
  const command = parseCommand(words)
  const afterName = command.kind === 'send' ? command.prompt : command.kind === 'link' ? command.words : ''
  const split = splitWhen(afterName)
  if (split === undefined || !words.endsWith(afterName)) return words
  return `${split.said} ${words.slice(0, -afterName.length).trim()} ${split.rest}`.trim()
}
